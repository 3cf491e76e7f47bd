// Signs and checks sealed rows with the keys of the instance, and keeps in mind which ones failed.
import { LruMap } from 'toad-cache';
import type { RowGuard, SignedAs, TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import type { StatementRowMac } from '../../../io/secrets/row-mac.ts';

/** Kinds with rows of an earlier version that are still being signed. */
export interface Upgrade {
  unsigned: ReadonlySet<string>;
}

/** The rows that failed, for the one who records them. */
export interface NotedRows {
  /** Called for each row that is noted; absent until someone records. */
  onRow?: (row: TamperedRow) => void;
}

/** A row that goes on failing is noted again after this. */
const quietMillis = 5_000;
const kept = 10_000;

export function rowGuard(rowMac: StatementRowMac, upgrade: Upgrade, noted: NotedRows): RowGuard {
  const known = new LruMap<true>(kept, quietMillis);
  const heldBefore = (kind: string, earlier?: () => SignedAs): boolean => {
    if (!upgrade.unsigned.has(kind)) return false;
    const before = earlier?.();
    return before === undefined || rowMac.verifyRow(before.columns, before.row, before.mac);
  };
  return {
    sign: rowMac.sign,
    signRow: rowMac.signRow,
    holds: (kind, fields, mac, earlier) => rowMac.verify(kind, fields, mac) || heldBefore(kind, earlier),
    holdsRow: (columns, row, mac, earlier) => rowMac.verifyRow(columns, row, mac) || heldBefore(columns.kind, earlier),
    note(row) {
      const name = `${row.kind} ${row.id}`;
      if (known.get(name) === true) return;
      known.set(name, true);
      noted.onRow?.(row);
    },
  };
}

// Signs and verifies sealed rows with the instance's keys, and remembers the rows that failed.
import { LruMap } from 'toad-cache';
import type { RowGuard, SignedAs, TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import type { StatementRowMac } from '../../../io/secrets/row-mac.ts';

/** The kinds with rows from an earlier version that are still being signed. */
export interface Upgrade {
  unsigned: ReadonlySet<string>;
}

/** The rows that failed verification, for the recorder. */
export interface NotedRows {
  /** Called for each failed row. Absent until a recorder is installed. */
  onRow?: (row: TamperedRow) => void;
}

/** A row that keeps failing is reported again after this time. */
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

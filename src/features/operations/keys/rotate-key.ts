// Seals and signs everything with the current key while the service runs. An interrupted run continues when it is
// started again.
import type { Database } from '../../../io/db/database.ts';
import type { RowMac } from '../../../io/secrets/row-mac.ts';
import { type Vault, VaultFault } from '../../../io/secrets/vault.ts';
import { StartFault } from '../../../io/start-fault.ts';
import { resealRows } from '../../known/row-seals/reseal-store.ts';
import { countOtherSealers, deleteOtherChecks } from './key-store.ts';
import { type Resealed, readSealed, type SealedRow, writeResealed } from './reseal-store.ts';
import { type SealedColumn, sealedColumns } from './sealed-columns.ts';

export interface Rotation {
  readonly resealed: number;
  /**
   * By column, the number of values that no given key opens or verifies, for example because of damage. They stay as
   * they are.
   */
  readonly unopened: ReadonlyMap<string, number>;
}

export interface RotationParts {
  readonly db: Database;
  readonly vault: Vault;
  /** The current key first, then the older ones. */
  readonly rowMac: RowMac;
  /** The mark of the current key. */
  readonly keyMark: string;
  /** Called after each batch with the number of values read and the number sealed again. */
  onProgress(what: string, read: number, resealed: number): void;
}

const batch = 500;

/**
 * Reads all columns until no value uses an older key. The older keys are then no longer required at a start. Throws
 * StartFault while a running process still seals with another key.
 */
export async function rotateKey(parts: RotationParts, columns = sealedColumns): Promise<Rotation> {
  await requireOneSealer(parts);
  let resealed = 0;
  for (;;) {
    const unopened = new Map<string, number>();
    let inThisPass = 0;
    for (const column of columns) {
      const done = await resealColumn(parts, column);
      inThisPass += done.resealed;
      if (done.unopened > 0) unopened.set(column.what, done.unopened);
    }
    for (const done of await resealRows(parts.db, parts.rowMac, parts.onProgress)) {
      inThisPass += done.resealed;
      if (done.unproved > 0) unopened.set(done.what, done.unproved);
    }
    resealed += inThisPass;
    if (inThisPass > 0) continue;
    await requireOneSealer(parts);
    await deleteOtherChecks(parts.db, parts.keyMark);
    return { resealed, unopened };
  }
}

async function resealColumn({ db, vault, onProgress }: RotationParts, column: SealedColumn) {
  let [resealed, unopened] = [0, 0];
  let last: SealedRow | null = null;
  for (;;) {
    const rows: SealedRow[] = await readSealed(db, column, last, batch);
    const anew: Resealed[] = [];
    for (const row of rows) {
      try {
        const sealed = vault.reseal(row.sealed_value, column.context(row), column.drawer?.(row));
        if (sealed !== null) anew.push({ row, sealed });
      } catch (error) {
        if (!(error instanceof VaultFault)) throw error;
        unopened += 1;
      }
    }
    if (anew.length > 0) await writeResealed(db, column, anew);
    resealed += anew.length;
    onProgress(column.what, rows.length, anew.length);
    last = rows.at(-1) ?? null;
    if (rows.length < batch) return { resealed, unopened };
  }
}

async function requireOneSealer({ db, keyMark }: RotationParts): Promise<void> {
  const others = await countOtherSealers(db, keyMark);
  if (others > 0)
    throw new StartFault(
      `${others} running process(es) still seal with another SECRET_KEY. ` +
        'Restart them with the new one, and with the old one as SECRET_KEY_OLD, then run this again: ' +
        'it continues from where it stopped.',
    );
}

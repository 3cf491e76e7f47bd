// A database that signs and verifies its rows with a test key.
import { randomBytes } from 'node:crypto';
import { rowGuard } from '../../../src/features/known/row-seals/row-guard.ts';
import type { Database } from '../../../src/io/db/database.ts';
import { guardDatabase } from '../../../src/io/db/sealed/guard-database.ts';
import { createRowMac, type StatementRowMac } from '../../../src/io/secrets/row-mac.ts';

const key = randomBytes(32);

/** Uses one key for the whole test process by default. */
export function guarded(db: Database, rowMac: StatementRowMac = createRowMac([key])): Database {
  return guardDatabase(db, rowGuard(rowMac, { unsigned: new Set() }, {}));
}

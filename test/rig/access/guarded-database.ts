// A database that signs and checks its rows with a key of the test's own.
import { randomBytes } from 'node:crypto';
import { rowGuard } from '../../../src/features/known/row-seals/row-guard.ts';
import type { Database } from '../../../src/io/db/database.ts';
import { guardDatabase } from '../../../src/io/db/sealed/guard-database.ts';
import { createRowMac, type StatementRowMac } from '../../../src/io/secrets/row-mac.ts';

const key = randomBytes(32);

/** The same key for all of a test's process unless given. */
export function guarded(db: Database, rowMac: StatementRowMac = createRowMac([key])): Database {
  return guardDatabase(db, rowGuard(rowMac, { unsigned: new Set() }, {}));
}

// Adds the guard of sealed rows to every connection of a database.
import type { Database, Queryable } from '../database.ts';
import type { RowGuard } from './row-guard.ts';

export function guardDatabase(db: Database, guard: RowGuard): Database {
  const over = ({ query }: Queryable): Queryable => ({ query, guard });
  return {
    ...db,
    guard,
    byKey: over(db.byKey),
    byValue: over(db.byValue),
    publicReads: over(db.publicReads),
    atomically: (act) => db.atomically((trx) => act(over(trx))),
  };
}

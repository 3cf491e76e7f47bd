// Chooses the connections for a read that is open to the public, so that anonymous callers never delay authenticated
// ones.
import type { Caller } from '../../../core/access.ts';
import type { Database, Queryable } from '../../../io/db/database.ts';

/** Returns the connections for anonymous callers, or those for all other callers. */
export function readerFor(db: Database, caller: Caller): Queryable {
  return caller.kind === 'public' ? db.publicReads : db;
}

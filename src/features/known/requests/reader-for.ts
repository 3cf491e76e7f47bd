// Where a read goes that anybody may ask for: strangers wait for strangers, and nobody waits for them.
import type { Caller } from '../../../core/access.ts';
import type { Database, Queryable } from '../../../io/db/database.ts';

/** The connections for whoever does not say who they are, or those for everybody else. */
export function readerFor(db: Database, caller: Caller): Queryable {
  return caller.kind === 'public' ? db.publicReads : db;
}

// All SQL of what the database server says of itself.
import type { Queryable } from '../../io/db/database.ts';

export interface DatabaseServer {
  readonly version: string;
  /** By its own clock. */
  readonly now: Date;
}

export async function readServer(db: Queryable): Promise<DatabaseServer> {
  const [row] = await db.query<DatabaseServer>(`select current_setting('server_version') as version, now()`);
  if (row === undefined) throw new Error('The database does not say what it is.');
  return row;
}

// All SQL that reads the state of the database server.
import type { Queryable } from '../../../io/db/database.ts';

export interface DatabaseServer {
  readonly version: string;
  /** By the server's own clock. */
  readonly now: Date;
  /** Whether it is a standby or is set to read-only. */
  readonly isReadOnly: boolean;
  /** Settings without which committed data could be lost. */
  readonly fsync: boolean;
  readonly fullPageWrites: boolean;
  readonly synchronousCommit: string;
  /** The client connections to the whole server, and its limit for ordinary users. */
  readonly connections: number;
  readonly mostConnections: number;
}

export async function readServer(db: Queryable): Promise<DatabaseServer> {
  const [row] = await db.query<DatabaseServer>(
    `select current_setting('server_version') as version, now(),
       current_setting('transaction_read_only')::boolean as "isReadOnly",
       current_setting('fsync')::boolean as fsync, current_setting('full_page_writes')::boolean as "fullPageWrites",
       current_setting('synchronous_commit') as "synchronousCommit",
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         as "mostConnections"`,
  );
  if (row === undefined) throw new Error('The database server does not report its state.');
  return row;
}

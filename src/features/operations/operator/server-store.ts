// All SQL of what the database server says of itself.
import type { Queryable } from '../../../io/db/database.ts';

export interface DatabaseServer {
  readonly version: string;
  /** By its own clock. */
  readonly now: Date;
  /** It is a standby, or was told to take no writes. */
  readonly isReadOnly: boolean;
  /** Settings that would lose what was committed, if they were switched off. */
  readonly fsync: boolean;
  readonly fullPageWrites: boolean;
  readonly synchronousCommit: string;
  /** Connections of clients to the whole server, and how many it has for users without special rights. */
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
  if (row === undefined) throw new Error('The database does not say what it is.');
  return row;
}

// The PostgreSQL versions that the service supports.
import { StartFault } from '../start-fault.ts';
import type { Queryable } from './database.ts';

const OLDEST_MAJOR = 15;

/** Throws StartFault if the server is older than the service requires. */
export async function requireSupportedServer(db: Queryable): Promise<void> {
  const [row] = await db.query<{ number: string; shown: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as shown`,
  );
  refuseOldServer(Number(row?.number), row?.shown ?? 'unknown');
}

/** `versionNumber` is server_version_num, for example 150004 for 15.4. */
export function refuseOldServer(versionNumber: number, shown: string): void {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= OLDEST_MAJOR) return;
  throw new StartFault(
    `The database server is PostgreSQL ${shown}; version ${OLDEST_MAJOR} or newer is needed. ` +
      'Upgrade it, or point DATABASE_URL at a newer one.',
  );
}

// SQL of the number that rises with each change of the operator's settings.
import type { Queryable } from '../../../io/db/database.ts';

/** The channel that announces a new version to listening processes. */
export const settingsChannel = 'quittance_settings';

/**
 * Call it first in the commit that changes settings: writers then wait for each other. Every process reloads its
 * configuration after the commit.
 */
export async function raiseSettingsVersion(trx: Queryable): Promise<void> {
  await trx.query('update settings_version set version = version + 1');
  await trx.query('select pg_notify($1, $2)', [settingsChannel, '']);
}

export async function readSettingsVersion(db: Queryable): Promise<bigint> {
  const [row] = await db.query<{ version: string }>('select version from settings_version');
  return BigInt(row?.version ?? 0);
}

// All SQL of the table app_cryptocurrencies: the assets that each app accepts.
import type { Queryable } from '../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../io/db/keyset.ts';
import type { Page } from '../../../io/http/page.ts';
import { type AppCryptocurrency, accepted } from '../../people/apps/settings/app-rows.ts';

export type { AppCryptocurrency } from '../../people/apps/settings/app-rows.ts';

/** A limit above the number that any app accepts. */
export const mostCoins = 10_000;

export async function listAppCryptocurrencies(
  db: Queryable,
  appIds: readonly string[],
  { limit, after, created }: Page,
): Promise<AppCryptocurrency[]> {
  const rows = await db.query(
    `select ${accepted.columns} from app_cryptocurrencies
     where app_id = any($1::uuid[]) and id < ${idOrLast('$2')} and ${createdWithin('$4', '$5')}
     order by id desc limit $3 + 1`,
    [appIds, after?.id ?? null, limit, created.from, created.before],
  );
  return accepted.all(db, rows);
}

export async function findAppCryptocurrency(db: Queryable, id: string): Promise<AppCryptocurrency | null> {
  return accepted.one(db, await db.query(`select ${accepted.columns} from app_cryptocurrencies where id = $1`, [id]));
}

export async function lockAppCryptocurrency(trx: Queryable, id: string): Promise<AppCryptocurrency | null> {
  const rows = await trx.query(`select ${accepted.columns} from app_cryptocurrencies where id = $1 for no key update`, [
    id,
  ]);
  return accepted.one(trx, rows);
}

/** Returns the app's row for this asset, or null if it does not accept the asset. */
export async function findAccepted(db: Queryable, appId: string, assetId: string): Promise<AppCryptocurrency | null> {
  const rows = await db.query(
    `select ${accepted.columns} from app_cryptocurrencies where app_id = $1 and asset_id = $2`,
    [appId, assetId],
  );
  return accepted.one(db, rows);
}

export async function insertAppCryptocurrency(trx: Queryable, one: AppCryptocurrency): Promise<void> {
  await trx.query(
    `insert into app_cryptocurrencies (${accepted.written}) values (${accepted.placeholders})`,
    accepted.values(trx, one),
  );
}

/** The row must be locked. */
export async function updateAppCryptocurrency(trx: Queryable, one: AppCryptocurrency): Promise<void> {
  const { id, confirmations, minTotal, maxTotal, acceptUnconfirmedUpTo, updatedAt } = one;
  await trx.query(
    `update app_cryptocurrencies set confirmations = $2, min_total = $3, max_total = $4,
       accept_unconfirmed_up_to = $5, updated_at = $6, mac = $7
     where id = $1`,
    [id, confirmations, minTotal, maxTotal, acceptUnconfirmedUpTo, updatedAt, accepted.macOf(trx, one)],
  );
}

export async function deleteAppCryptocurrency(trx: Queryable, id: string): Promise<void> {
  await trx.query('delete from app_cryptocurrencies where id = $1', [id]);
}

/** Lists by id the apps that accept any of these assets and are not archived. */
export async function listAppsAccepting(db: Queryable, assetIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ app_id: string }>(
    `select distinct app_id from app_cryptocurrencies join apps on apps.id = app_id
     where asset_id = any($1) and archived_at is null order by app_id`,
    [assetIds],
  );
  return rows.map((row) => row.app_id);
}

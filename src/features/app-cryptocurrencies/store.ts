// All SQL of the table app_cryptocurrencies: what each app accepts.
import type { Queryable } from '../../io/db/database.ts';
import { idOrLast } from '../../io/db/keyset.ts';
import type { PagePosition } from '../../io/http/page.ts';

/** An asset that an app accepts. minTotal, maxTotal and acceptUnconfirmedUpTo are decimals in the invoice's currency. */
export interface AppCryptocurrency {
  readonly id: string;
  readonly appId: string;
  readonly assetId: string;
  readonly confirmations: number | null;
  readonly minTotal: string | null;
  readonly maxTotal: string | null;
  readonly acceptUnconfirmedUpTo: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface Row {
  id: string;
  app_id: string;
  asset_id: string;
  confirmations: number | null;
  min_total: string | null;
  max_total: string | null;
  accept_unconfirmed_up_to: string | null;
  created_at: Date;
  updated_at: Date;
}

const columns =
  'id, app_id, asset_id, confirmations, min_total, max_total, accept_unconfirmed_up_to, created_at, updated_at';

export async function listAppCryptocurrencies(
  db: Queryable,
  appId: string,
  limit: number,
  after: PagePosition | null,
): Promise<AppCryptocurrency[]> {
  const rows = await db.query<Row>(
    `select ${columns} from app_cryptocurrencies where app_id = $1 and id < ${idOrLast('$2')} order by id desc limit $3 + 1`,
    [appId, after?.id ?? null, limit],
  );
  return rows.map(fromRow);
}

export async function lockAppCryptocurrency(trx: Queryable, id: string): Promise<AppCryptocurrency | null> {
  const rows = await trx.query<Row>(`select ${columns} from app_cryptocurrencies where id = $1 for update`, [id]);
  return rows[0] ? fromRow(rows[0]) : null;
}

export async function insertAppCryptocurrency(trx: Queryable, one: AppCryptocurrency): Promise<void> {
  await trx.query(`insert into app_cryptocurrencies (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
    one.id,
    one.appId,
    one.assetId,
    one.confirmations,
    one.minTotal,
    one.maxTotal,
    one.acceptUnconfirmedUpTo,
    one.createdAt,
    one.updatedAt,
  ]);
}

export async function updateAppCryptocurrency(trx: Queryable, one: AppCryptocurrency): Promise<void> {
  await trx.query(
    `update app_cryptocurrencies set confirmations = $2, min_total = $3, max_total = $4, accept_unconfirmed_up_to = $5, updated_at = $6
     where id = $1`,
    [one.id, one.confirmations, one.minTotal, one.maxTotal, one.acceptUnconfirmedUpTo, one.updatedAt],
  );
}

export async function deleteAppCryptocurrency(trx: Queryable, id: string): Promise<void> {
  await trx.query('delete from app_cryptocurrencies where id = $1', [id]);
}

function fromRow(row: Row): AppCryptocurrency {
  return {
    id: row.id,
    appId: row.app_id,
    assetId: row.asset_id,
    confirmations: row.confirmations,
    minTotal: row.min_total,
    maxTotal: row.max_total,
    acceptUnconfirmedUpTo: row.accept_unconfirmed_up_to,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

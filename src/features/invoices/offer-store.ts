// The SQL that says what apps take, and where they have an address for it.
import type { Queryable } from '../../io/db/database.ts';

export interface AcceptedAsset {
  readonly assetId: string;
  /** Decimals in the invoice's own currency; null where there is no bound. */
  readonly minTotal: string | null;
  readonly maxTotal: string | null;
  readonly hasAddress: boolean;
}

export async function listAccepted(db: Queryable, appId: string, now: Date): Promise<AcceptedAsset[]> {
  const rows = await db.query<{
    asset_id: string;
    min_total: string | null;
    max_total: string | null;
    has_address: boolean;
  }>(
    `select ac.asset_id, ac.min_total, ac.max_total, exists (
       select from app_addresses aa where aa.app_id = ac.app_id and aa.network_id = a.network_id
         and aa.enabled and aa.deleted_at is null and p.quotes_stopped_at is null
         and (aa.effective_at is null or aa.effective_at <= $2)) as has_address
     from app_cryptocurrencies ac join assets a on a.id = ac.asset_id join apps p on p.id = ac.app_id
     where ac.app_id = $1`,
    [appId, now],
  );
  return rows.map((row) => ({
    assetId: row.asset_id,
    minTotal: row.min_total,
    maxTotal: row.max_total,
    hasAddress: row.has_address,
  }));
}

// SQL that lists the assets accepted by apps and the wallet for each.
import type { Queryable } from '../../../io/db/database.ts';
import { accepted } from '../../people/apps/settings/app-rows.ts';
import { type FirstWallet, joinFirstWallet } from '../../receiving/addresses/offers/first-wallet.ts';

export interface AcceptedAsset {
  readonly assetId: string;
  /** A decimal in the currency of the invoice; null if there is no limit. */
  readonly minTotal: string | null;
  readonly maxTotal: string | null;
  readonly hasAddress: boolean;
  /** The wallet that receives the next payment; null if there is none. */
  readonly wallet: FirstWallet | null;
}

const ofCoin = accepted.under('coin_');

/** Leaves out coins with settings that were changed outside the service. */
export async function listAccepted(db: Queryable, appId: string, now: Date): Promise<AcceptedAsset[]> {
  const rows = await db.query<{
    coin_asset_id: string;
    coin_min_total: string | null;
    coin_max_total: string | null;
    are_quotes_stopped: boolean;
    kind: FirstWallet['kind'];
    value: string | null;
  }>(
    `select ${ofCoin.columnsOf('ac')}, first.kind, first.value,
       p.quotes_stopped_at is not null as are_quotes_stopped
     from app_cryptocurrencies ac join assets a on a.id = ac.asset_id join apps p on p.id = ac.app_id
     ${joinFirstWallet({ app: 'ac.app_id', network: 'a.network_id', now: '$2' })}
     where ac.app_id = $1`,
    [appId, now],
  );
  const held = rows.filter((row) => ofCoin.fault(db, row) === null);
  return held.map((row) => ({
    assetId: row.coin_asset_id,
    minTotal: row.coin_min_total,
    maxTotal: row.coin_max_total,
    hasAddress: row.value !== null && !row.are_quotes_stopped,
    wallet: row.value === null ? null : { kind: row.kind, value: row.value },
  }));
}

// The wallet that the next payment to an app goes to, as far as it says which kind of address that is.
import type { Queryable } from '../../../io/db/database.ts';

/** A fixed address, or the extended public key that addresses are derived from; both canonical. */
export interface FirstWallet {
  readonly kind: 'address' | 'xpub';
  readonly value: string;
}

/**
 * A lateral join, as `first (kind, value)`: keys before fixed addresses, as attempts choose them. Null columns where the
 * app has none in use. The arguments are SQL.
 */
export function joinFirstWallet(of: { readonly app: string; readonly network: string; readonly now: string }): string {
  return `left join lateral (
    select w.kind, w.value from app_addresses aa join wallets w on w.id = aa.wallet_id
    where aa.app_id = ${of.app} and aa.network_id = ${of.network} and aa.enabled and aa.deleted_at is null
      and (aa.effective_at is null or aa.effective_at <= ${of.now})
    order by w.kind desc, aa.id limit 1) first on true`;
}

/** By the id of the network; networks without a wallet in use are missing. */
export async function listFirstWallets(
  db: Queryable,
  { appId, networkIds, now }: { readonly appId: string; readonly networkIds: readonly string[]; readonly now: Date },
): Promise<ReadonlyMap<string, FirstWallet>> {
  if (networkIds.length === 0) return new Map();
  const rows = await db.query<FirstWallet & { network_id: string }>(
    `select n.id as network_id, first.kind, first.value from unnest($2::uuid[]) as n(id)
     ${joinFirstWallet({ app: '$1', network: 'n.id', now: '$3' })} where first.value is not null`,
    [appId, networkIds, now],
  );
  return new Map(rows.map(({ network_id, kind, value }) => [network_id, { kind, value }]));
}

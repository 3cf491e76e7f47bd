// The wallet that the next payment to an app goes to, as SQL finds it.

/** A fixed address, or the extended public key that addresses are derived from; both canonical. */
export interface FirstWallet {
  readonly kind: 'address' | 'xpub';
  readonly value: string;
}

/**
 * A lateral join, as `first (kind, value)`: keys before fixed addresses, as attempts choose them. Null columns where
 * the app has none in use. The arguments are SQL.
 */
export function joinFirstWallet(of: { readonly app: string; readonly network: string; readonly now: string }): string {
  return `left join lateral (
    select w.kind, w.value from app_addresses aa join wallets w on w.id = aa.wallet_id
    where aa.app_id = ${of.app} and aa.network_id = ${of.network} and aa.enabled and aa.deleted_at is null
      and (aa.effective_at is null or aa.effective_at <= ${of.now})
    order by w.kind desc, aa.id limit 1) first on true`;
}

// SQL for the wallet that receives the next payment to an app.

/** A canonical fixed address, or the canonical extended public key that addresses are derived from. */
export interface FirstWallet {
  readonly kind: 'address' | 'xpub';
  readonly value: string;
}

/**
 * Returns a lateral join as `first (kind, value)`. Keys come before fixed addresses, as for attempts. Columns are null
 * if the app has no wallet in use. The arguments are SQL.
 */
export function joinFirstWallet(of: { readonly app: string; readonly network: string; readonly now: string }): string {
  return `left join lateral (
    select w.kind, w.value from app_addresses aa join wallets w on w.id = aa.wallet_id
    where aa.app_id = ${of.app} and aa.network_id = ${of.network} and aa.enabled and aa.deleted_at is null
      and (aa.effective_at is null or aa.effective_at <= ${of.now})
    order by w.kind desc, aa.id limit 1) first on true`;
}

// SQL that reads the wallets for the next payments to an app.
import type { Queryable } from '../../../../io/db/database.ts';
import { type FirstWallet, joinFirstWallet } from './first-wallet.ts';

/** Returns wallets by network id. Networks without a wallet in use are missing. */
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

// SQL of payments to the right address on the wrong network. Some families use the same addresses on all their
// networks.
import { addressSharingFamilies } from '../../../../io/chains/codecs.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { onServiceClock } from '../../../people/apps/clock/clock-lead.ts';
import type { PaymentsOf } from '../commit.ts';

/**
 * Watches these addresses on this network too if they were shown on another network of the family. Payments to them
 * then have an owner.
 */
export async function adoptWatched({ db, networkId }: PaymentsOf, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await db.query(
    `insert into watched_addresses (network_id, family, address, owner_id, wallet_id, app_id, derivation_index)
     select distinct on (w.address) $1::uuid, w.family, w.address, w.owner_id, w.wallet_id, w.app_id, w.derivation_index
     from networks here join networks n on n.family = here.family and n.id <> here.id
         and n.params is not distinct from here.params
       join watched_addresses w on w.network_id = n.id and w.address = any($2::text[])
     where here.id = $1 and here.family = any($3::text[]) order by w.address, w.created_at desc
     on conflict do nothing`,
    [networkId, [...new Set(addresses)], addressSharingFamilies],
  );
}

/**
 * Lists up to ten transactions on other networks, newest first, that wait (or recently waited) for a payment to this
 * address and fit the transfer: the same coin in exactly this amount, or the declared sender.
 */
export async function listElsewhere(
  trx: Queryable,
  { networkId, transfer, since }: { readonly networkId: string; readonly transfer: Elsewhere; readonly since: Date },
): Promise<string[]> {
  const rows = await trx.query<{ id: string }>(
    `select t.id from transactions t join networks n on n.id = t.network_id
       join networks here on here.id = $1 and here.family = n.family and here.family = any($7::text[])
         and here.params is not distinct from n.params
       join assets a on a.id = t.asset_id join assets came on came.id = $4
     where t.recipient = $2 and t.network_id <> $1 and (t.status = 'processing' or t.updated_at > $3
         and ${onServiceClock('t.updated_at', 't.app_id')} > $3)
       and (t.is_sender_declared and t.sender = $6
         or a.cryptocurrency_id = came.cryptocurrency_id
           and t.amount * power(10::numeric, came.decimals) = $5 * power(10::numeric, a.decimals))
     order by t.created_at desc, t.id desc limit 10`,
    [
      ...[networkId, transfer.recipient, since, transfer.assetId, transfer.amount, transfer.sender],
      addressSharingFamilies,
    ],
  );
  return rows.map((row) => row.id);
}

interface Elsewhere {
  readonly recipient: string;
  readonly assetId: string;
  /** In smallest units. */
  readonly amount: bigint;
  readonly sender: string | null;
}

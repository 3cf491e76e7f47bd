// The SQL of the place that a quote is paid at: the child of an extended public key, or a shared address, where an
// amount is promised to the customer whose quote is open, or ended within the last 7 days.
import type { Queryable } from '../../../io/db/database.ts';

/** As a condition: whether the transaction with this alias still counts at this moment. */
export function isPromised(alias: string, moment: string): string {
  return `(${alias}.status = 'processing' or ${alias}.updated_at > ${moment} - interval '7 days')`;
}

/** An address and an asset there, and the invoice that a quote is made for: its own ended quotes are no obstacle. */
export interface PromisePlace {
  readonly recipient: string;
  readonly assetId: string;
  readonly invoiceId: string;
  readonly now: Date;
}

/**
 * Which of these amounts (smallest units) are promised to other invoices at the address, or open for this one. The
 * trigger `keep_promised_amount` has the same condition, and says what `offset 0` is for.
 */
export async function listPromised(
  db: Queryable,
  { recipient, assetId, invoiceId, now }: PromisePlace,
  amounts: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const rows = await db.query<{ amount: string }>(
    `select a.amount from unnest($4::numeric[]) as a(amount) cross join lateral (
       select from (
         select asset_id, invoice_id, status, updated_at from transactions
         where amount_key(recipient, amount) = amount_key($1, a.amount) offset 0) t
       where t.asset_id = $2
         and (t.status = 'processing' or t.invoice_id <> $3 and ${isPromised('t', '$5::timestamptz')}) limit 1) one`,
    [recipient, assetId, invoiceId, amounts.map(String), now],
  );
  return new Set(rows.map(({ amount }) => BigInt(amount)));
}

export interface IndexParams {
  readonly walletId: string;
  readonly appId: string;
  readonly networkId: string;
  readonly invoiceId: string;
  /** How many of the app's addresses may wait at once to be paid for the first time; beyond that they share one. */
  readonly mostUnpaid: number;
  /** The new child that an earlier try of this quote took. */
  readonly taken: bigint | null;
}

/** A child of an extended public key: new, the invoice's own already, or shared with other invoices. */
export interface TakenIndex {
  readonly index: bigint;
  readonly kind: 'new' | 'own' | 'shared';
}

/**
 * The child that the invoice was shown first, on whichever network of the family, else the next one, which is never
 * handed out twice, whatever becomes of the attempt. The key may have been removed and put to use again since, in
 * another spelling: an address that was shown before is not shown again. The shared child where too many wait to be
 * paid; they are counted only once so many children in a row are unused that it could be.
 */
export async function takeDerivationIndex(db: Queryable, params: IndexParams): Promise<TakenIndex> {
  const rows = await db.query<{ taken: string; kind: TakenIndex['kind'] }>(
    `with own as (
       select t.derivation_index from transactions t
       join watched_addresses w on w.network_id = t.network_id and w.address = t.recipient
       where t.invoice_id = $4 and w.wallet_id = $1 and w.derivation_index = t.derivation_index
         and t.created_at >= (select min(created_at) from app_addresses
           where app_id = $2 and wallet_id = $1 and deleted_at is null)
       order by t.created_at, t.id limit 1),
     fresh as (
       update wallets set next_index = next_index + 1
       where id = $1 and requires_same_database() and $6::bigint is null and not exists (select from own) and case
         when next_index - coalesce(used_index, -1) <= $5 then true
         else $5 > (select count(*) from (select distinct recipient from transactions where app_id = $2
           and network_id = $3 and status = 'processing' and hash is null and derivation_index is not null
           limit $5) unpaid) end
       returning next_index - 1 as taken),
     shared as (
       update wallets set shared_index = coalesce(shared_index, next_index),
         next_index = next_index + case when shared_index is null then 1 else 0 end
       where id = $1 and requires_same_database() and $6::bigint is null and not exists (select from own)
         and not exists (select from fresh)
       returning shared_index as taken)
     select derivation_index as taken, 'own' as kind from own
     union all select $6, 'new' where $6::bigint is not null and not exists (select from own)
     union all select taken, 'new' from fresh
     union all select taken, 'shared' from shared`,
    [params.walletId, params.appId, params.networkId, params.invoiceId, params.mostUnpaid, params.taken],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`the wallet ${params.walletId} gave no child`);
  return { index: BigInt(row.taken), kind: row.kind };
}

/** The child of an extended public key that invoices share, as an address of the network. */
export interface SharedChild {
  readonly walletId: string;
  readonly appId: string;
  readonly networkId: string;
  readonly address: string;
}

/**
 * Watches the shared child like a fixed address. False where it is another owner's: then the key gives another one next
 * time.
 */
export async function watchShared(
  db: Queryable,
  { walletId, appId, networkId, address }: SharedChild,
): Promise<boolean> {
  const rows = await db.query(
    `with wallet as (
       select w.* from wallets w where w.id = $1 and requires_same_database() and not exists (
         select from address_owners o where o.family = w.family and o.address = $4 and o.owner_id <> w.owner_id)),
     owned as (
       insert into address_owners (family, address, owner_id, wallet_id) select family, $4, owner_id, id from wallet
       on conflict do nothing),
     watched as (
       insert into watched_addresses (network_id, family, address, owner_id, wallet_id, app_id, derivation_index)
       select $3, family, $4, owner_id, id, $2, null from wallet
       on conflict (network_id, address) do update set derivation_index = null
         where watched_addresses.derivation_index is not null),
     lost as (update wallets set shared_index = null where id = $1 and not exists (select from wallet))
     select from wallet`,
    [walletId, appId, networkId, address],
  );
  return rows.length === 1;
}

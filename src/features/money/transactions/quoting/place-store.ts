// SQL that chooses the address of a quote: a child of an extended public key, or a shared address. At a shared address,
// an amount is promised to one customer while the quote is open and for 7 days after.
import { addressesOfVisitor } from '../../../../core/app-settings.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { onServiceClock } from '../../../people/apps/clock/clock-lead.ts';

/**
 * Returns the condition that the transaction with this alias still reserves its amount at this moment of the service's
 * clock. The seven days pass on the clock of the transaction's app.
 */
export function isPromised(alias: string, moment: string): string {
  const since = `${moment} - interval '7 days'`;
  const ended = onServiceClock(`${alias}.updated_at`, `${alias}.app_id`);
  return `(${alias}.status = 'processing' or ${alias}.updated_at > ${since} and ${ended} > ${since})`;
}

/** An address, an asset and the invoice to quote. Ended quotes of the same invoice are no obstacle. */
export interface PromisePlace {
  readonly recipient: string;
  readonly assetId: string;
  readonly invoiceId: string;
  readonly now: Date;
}

/**
 * Returns the amounts (smallest units) that are promised to other invoices at the address, or used by an open quote of
 * this invoice. The trigger `keep_promised_amount` has the same condition and explains `offset 0`.
 */
export async function listPromised(
  db: Queryable,
  { recipient, assetId, invoiceId, now }: PromisePlace,
  amounts: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const rows = await db.query<{ amount: string }>(
    `select a.amount from unnest($4::numeric[]) as a(amount) cross join lateral (
       select from (
         select app_id, asset_id, invoice_id, status, updated_at from transactions
         where amount_key(recipient, amount) = amount_key($1, a.amount) offset 0) t
       where t.asset_id = $2
         and (t.status = 'processing' or t.invoice_id <> $3 and ${isPromised('t', '$5::timestamptz')}) limit 1) one`,
    [recipient, assetId, invoiceId, amounts.map(String), now],
  );
  return new Set(rows.map(({ amount }) => BigInt(amount)));
}

/** The visit of a payment link or counter in which the invoice was made. */
export interface Visit {
  /** The network of the visitor, as a keyed hash; null if it is not known. */
  readonly visitor: number | null;
}

export interface IndexParams {
  readonly walletId: string;
  readonly appId: string;
  readonly networkId: string;
  readonly invoiceId: string;
  /** Null for an invoice made by the merchant. */
  readonly visit: Visit | null;
  /**
   * The number of the app's addresses that may wait for a first payment at once. Beyond it, invoices share one address.
   */
  readonly mostUnpaid: number;
  /** The new child that an earlier try of this quote took. */
  readonly taken: bigint | null;
  readonly now: Date;
}

/**
 * A child of an extended public key. `new`: never used. `own`: already belongs to this invoice. `held`: belonged to
 * other invoices with ended promises, and now to this invoice alone. `shared`: used by several invoices.
 */
export interface TakenIndex {
  readonly index: bigint;
  readonly kind: 'new' | 'own' | 'held' | 'shared';
}

/**
 * Returns the child that the invoice was shown first, on any network of the family; otherwise the next child. A new
 * child is never given out twice, even if the attempt fails. An address that was shown before the key was removed and
 * added again is not reused. If too many children wait for payment, the shared child is returned. They are counted only
 * if enough recent children in a row are unused. Invoices of visitors have their own limit of children. Beyond it, an
 * unused child is given out again once the promises there have ended.
 */
export async function takeDerivationIndex(db: Queryable, params: IndexParams): Promise<TakenIndex> {
  const { walletId, appId, networkId, invoiceId, visit, mostUnpaid, taken, now } = params;
  const given = [walletId, appId, invoiceId, mostUnpaid, taken];
  const rows = await (visit === null
    ? db.query<TakenRow>(takeOfMerchant, [...given, networkId])
    : db.query<TakenRow>(takeOfVisitors, [...given, now, visit.visitor, addressesOfVisitor(mostUnpaid)]));
  const [row] = rows;
  if (row === undefined) throw new Error(`the wallet ${walletId} gave no child`);
  return { index: BigInt(row.taken), kind: row.kind };
}

interface TakenRow {
  taken: string;
  kind: TakenIndex['kind'];
}

/** The number of the next address of a merchant's account on a rail without blocks. No number is used twice. */
export async function takePlaceIndex(db: Queryable, walletId: string): Promise<bigint> {
  const [row] = await db.query<{ taken: string }>(
    `update wallets set next_index = next_index + 1 where id = $1 and requires_same_database()
     returning next_index - 1 as taken`,
    [walletId],
  );
  if (row === undefined) throw new Error(`the wallet ${walletId} is gone`);
  return BigInt(row.taken);
}

/**
 * `fresh`: whether a new child may be taken; `shared`: the column of the shared child; `again`: the query that reuses a
 * child.
 */
function takeSql({
  fresh,
  shared,
  again,
}: {
  readonly fresh: string;
  readonly shared: string;
  readonly again: string;
}) {
  return `with own as (
      select coalesce(w.derivation_index, v.derivation_index, k.${shared}) as taken,
        case when w.derivation_index is not null then 'own' when v.invoice_id = $3 then 'held' else 'shared' end as kind
      from transactions t
      join watched_addresses w on w.network_id = t.network_id and w.address = t.recipient
      join wallets k on k.id = w.wallet_id
      left join visitor_addresses v on w.derivation_index is null
        and v.wallet_id = w.wallet_id and v.address = w.address
      where t.invoice_id = $3 and w.wallet_id = $1 and w.derivation_index is not distinct from t.derivation_index
        and coalesce(w.derivation_index, v.derivation_index, k.${shared}) is not null
        and t.created_at >= (select min(created_at) from app_addresses
          where app_id = $2 and wallet_id = $1 and deleted_at is null)
      order by t.created_at, t.id limit 1),
    fresh as (
      update wallets set next_index = next_index + 1
      where id = $1 and requires_same_database() and $5::bigint is null and not exists (select from own) and ${fresh}
      returning next_index - 1 as taken),
    again as (${again}),
    shared as (
      update wallets set ${shared} = coalesce(${shared}, next_index),
        next_index = next_index + case when ${shared} is null then 1 else 0 end
      where id = $1 and requires_same_database() and $5::bigint is null and not exists (select from own)
        and not exists (select from fresh) and not exists (select from again)
      returning ${shared} as taken)
    select taken, kind from own
    union all select $5, 'new' where $5::bigint is not null and not exists (select from own)
    union all select taken, 'new' from fresh
    union all select taken, 'held' from again
    union all select taken, 'shared' from shared limit 1`;
}

const takeOfMerchant = takeSql({
  fresh: `case when next_index - coalesce(used_index, -1) <= $4 then true
    else $4 > (select count(*) from (select distinct recipient from transactions t where app_id = $2
      and network_id = $6 and status = 'processing' and hash is null and derivation_index is not null
      and not exists (select from visitor_invoices v where v.invoice_id = t.invoice_id)
      limit $4) unpaid) end`,
  shared: 'shared_index',
  again: 'select null::bigint as taken where false',
});

const unusedChildren = `select count(distinct derivation_index) from visitor_addresses
  where wallet_id = $1 and not is_used`;
/**
 * The visitor was shown fewer children than the limit in the last 7 days. An unknown visitor has no limit of its own.
 */
const isWithinOwn = `($7::integer is null or $8 > (
  ${unusedChildren} and visitor = $7 and shown_at > $6::timestamptz - interval '7 days'))`;

const takeOfVisitors = takeSql({
  fresh: `$4 > (${unusedChildren}) and ${isWithinOwn}`,
  shared: 'visitor_index',
  // If two commits choose the same child, the second one finds it shown and takes none.
  again: `update visitor_addresses set invoice_id = $3, visitor = $7, shown_at = $6
    where wallet_id = $1 and not is_used and shown_at < $6::timestamptz - interval '7 days'
      and $5::bigint is null and not exists (select from own) and not exists (select from fresh) and ${isWithinOwn}
      and derivation_index = (
        select v.derivation_index from visitor_addresses v
        where v.wallet_id = $1 and not v.is_used and v.shown_at < $6::timestamptz - interval '7 days'
          and not exists (
            select from visitor_addresses s join transactions t on t.recipient = s.address
            where s.wallet_id = v.wallet_id and s.derivation_index = v.derivation_index
              and ${isPromised('t', '$6::timestamptz')})
        order by v.shown_at, v.address limit 1)
    returning derivation_index as taken`,
});

/** A child shown to a visitor's invoice on one network. */
export interface VisitorChild {
  readonly walletId: string;
  readonly index: bigint;
  readonly address: string;
  readonly invoiceId: string;
  readonly visitor: number | null;
  readonly now: Date;
}

/**
 * Counts the child towards the limit of visitors until it receives a payment. Does nothing if it is counted already.
 */
export async function noteVisitorChild(
  db: Queryable,
  { walletId, index, address, invoiceId, visitor, now }: VisitorChild,
): Promise<void> {
  await db.query(
    `insert into visitor_addresses (wallet_id, address, derivation_index, invoice_id, visitor, shown_at, is_used)
     select $1, $2, $3, $4, $5, $6, exists (
       select from watched_addresses where wallet_id = $1 and derivation_index = $3 and is_used) or exists (
       select from visitor_addresses where wallet_id = $1 and derivation_index = $3 and is_used)
     on conflict do nothing`,
    [walletId, address, index.toString(), invoiceId, visitor, now],
  );
}

/** The address that a rail without blocks made for one attempt, and its number. */
export interface NewPlace {
  readonly walletId: string;
  readonly appId: string;
  readonly networkId: string;
  readonly address: string;
  readonly index: bigint;
}

/**
 * Watches the address of an attempt that supersedes another one. `insertAttempts` watches the addresses of all others.
 */
export async function watchPlace(
  trx: Queryable,
  { walletId, appId, networkId, address, index }: NewPlace,
): Promise<void> {
  await trx.query(
    `with owned as (
       insert into address_owners (family, address, owner_id, wallet_id)
       select family, $4, owner_id, id from wallets where id = $1 on conflict do nothing)
     insert into watched_addresses (network_id, family, address, owner_id, wallet_id, app_id, derivation_index)
     select $3, family, $4, owner_id, id, $2, $5 from wallets where id = $1
     on conflict (network_id, address) do nothing`,
    [walletId, appId, networkId, address, index.toString()],
  );
}

/** The child of an extended public key that invoices share, as an address of the network. */
export interface SharedChild {
  readonly walletId: string;
  readonly appId: string;
  readonly networkId: string;
  readonly address: string;
  readonly index: bigint;
}

/**
 * Watches the shared child like a fixed address. Returns false if another owner has it; the key then gives another
 * child next time.
 */
export async function watchShared(
  db: Queryable,
  { walletId, appId, networkId, address, index }: SharedChild,
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
     lost as (
       update wallets set shared_index = nullif(shared_index, $5), visitor_index = nullif(visitor_index, $5)
       where id = $1 and not exists (select from wallet)),
     forgotten as (
       delete from visitor_addresses where wallet_id = $1 and derivation_index = $5 and not exists (select from wallet))
     select from wallet`,
    [walletId, appId, networkId, address, index.toString()],
  );
  return rows.length === 1;
}

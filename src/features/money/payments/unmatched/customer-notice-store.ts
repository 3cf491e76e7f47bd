// SQL of the notices for an invoice's customer: waiting payments that may be theirs, and the chain transactions that
// they claimed. They are shown on a public page, so each query is bounded.
import type { Speaks } from '../../../../core/payment/evidence/matching.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import {
  amount,
  boolean,
  manyOf,
  nullable,
  type RowOf,
  rowType,
  text,
  time,
  uuid,
} from '../../../../io/db/row-type.ts';
import { clockLead } from '../../../people/apps/clock/clock-lead.ts';

const waiting = rowType({
  id: uuid,
  reason: text,
  assetId: uuid,
  amount,
  txHash: text,
  isOneTimeAddress: boolean,
  mayBeOthers: boolean,
  isAlone: boolean,
  speaks: manyOf<Speaks>(),
  createdAt: time,
});
/** A waiting payment that may belong to an attempt of the invoice. The amount is in smallest units of its asset. */
export type WaitingForInvoice = RowOf<typeof waiting>;

const claim = rowType({
  /** The attempt of the latest claim. */
  transactionId: uuid,
  networkId: uuid,
  txHash: text,
  /** The coin that waits for the merchant; null while the chain shows no payment with this hash here. */
  assetId: nullable(uuid),
  /** In smallest units of that coin. */
  amount: nullable(amount),
  /** The reason why it waits, as in unmatched payments. */
  reason: nullable(text),
  /** The canonical contract of the token that it moves if the catalog does not have the token; otherwise null. */
  unlisted: nullable(text),
  /** The time of the first claim. */
  createdAt: time,
});
/** A chain transaction that a customer claims for the invoice and that is not decided yet: once for each coin. */
export type OpenClaim = RowOf<typeof claim>;

const mostWaiting = 5;
const mostClaims = 10;
/** A waiting payment names at most this many candidates. If it names this many, there may be more. */
const mostCandidates = 10;
/** No quote lasts this long, so an older attempt without a payment had ended before. */
const longestQuote = `interval '2 hours'`;
/** The lead of the test clock of the app in `p`. */
const ahead = `make_interval(secs => ${clockLead('p.app_id')})`;

/**
 * Finds an attempt of another invoice at the address of transfer `f` that was open when `f` came. It searches all apps
 * that are paid at this wallet, over a period no longer than necessary.
 */
const anotherInvoice = `select from watched_addresses w
  join app_addresses p on p.wallet_id = w.wallet_id
  join assets a on a.network_id = w.network_id
  cross join unnest(array['processing', 'success', 'canceled', 'rejected']) as s(status)
  join transactions t on t.app_id = p.app_id and t.asset_id = a.id and t.status = s.status
    and t.created_at between f.seen_at - ${longestQuote} + ${ahead} and f.seen_at + ${ahead}
  where w.address = f.recipient and w.network_id in (f.network_id, o.network_id)
    and t.recipient = f.recipient and t.invoice_id <> $1
    and (t.status = 'processing' or t.updated_at >= least(f.block_time, f.seen_at))`;

/** Lists the waiting payments that may be this invoice's, newest first, without dust. */
export async function listWaitingFor(db: Queryable, invoiceId: string): Promise<WaitingForInvoice[]> {
  const rows = await db.query(
    `with own as (select id, network_id from transactions where invoice_id = $1)
     select u.id, u.reason, f.asset_id, f.amount, f.tx_hash, u.created_at,
       coalesce(w.derivation_index is not null, false) as is_one_time_address,
       jsonb_array_length(u.candidates) >= ${mostCandidates} or exists (
         select from jsonb_array_elements_text(u.candidates) as c(id) join transactions t on t.id = c.id::uuid
         where t.invoice_id <> $1) as may_be_others,
       w.derivation_index is null and not exists (${anotherInvoice}) as is_alone,
       array(select distinct s from jsonb_array_elements(u.evidence) as e(one),
         jsonb_array_elements_text(e.one -> 'speaks') as s
         where e.one ->> 'transaction_id' in (select id::text from own)) as speaks
     from (select * from unmatched_payments
       where candidates ?| array(select id::text from own) and status = 'waiting' and dust_of is null
       order by created_at desc, id desc limit ${mostWaiting}) u
     join transfers f on f.id = u.transfer_id
     join lateral (select network_id from own where u.candidates ? own.id::text limit 1) o on true
     left join watched_addresses w on w.network_id = f.network_id and w.address = f.recipient
     order by u.created_at desc, u.id desc`,
    [invoiceId],
  );
  return waiting.all(rows);
}

/** A transfer `f` with its entry on the merchant's list: `u` is its own row, `d` the row of its day's dust. */
const listed = `transfers f left join unmatched_payments u on u.transfer_id = f.id
  left join unmatched_payments d on d.id = f.dust_in`;
/**
 * Not `=`, because PostgreSQL would then choose the index on unmatched payments of an address instead of the one on
 * hashes.
 */
const isUnmatched = `f.disposition is not distinct from 'unmatched'`;
const named = 'f.network_id = n.network_id and f.tx_hash = n.tx_hash and f.recipient = any(n.recipients)';

/** The first claims of a list, and the number of the others. */
export interface ListedClaims {
  readonly claims: readonly OpenClaim[];
  readonly more: number;
}

/**
 * Lists the claims of all attempts that are neither attached nor dismissed, at most 10: waiting payments first, then
 * the newest.
 */
export async function listOpenClaims(db: Queryable, invoiceId: string): Promise<ListedClaims> {
  const rows = await db.query<{ total: number }>(
    `select *, count(*) over ()::int as total from (
       select n.ids[1] as transaction_id, n.network_id, n.tx_hash, w.asset_id, w.amount, w.reason, n.created_at,
         case when w.asset_id is null then (
           select s.details ->> 'contract' from invoice_steps s where s.invoice_id = $1 and s.kind = 'payment_unlisted'
             and s.details ->> 'hash' = n.tx_hash limit 1) end as unlisted
       from (
         select c.network_id, c.tx_hash, min(c.created_at) as created_at, array_agg(t.recipient) as recipients,
           array_agg(t.id order by c.created_at desc, c.id desc) as ids
         from transactions t join payment_claims c on c.transaction_id = t.id
         where t.invoice_id = $1 group by c.network_id, c.tx_hash) n
       left join lateral (
         select f.asset_id, sum(f.amount) as amount, min(coalesce(d.reason, u.reason)) as reason from ${listed}
         where ${named} and f.block_hash is not null and ${isUnmatched}
           and coalesce(d.status, u.status) = 'waiting'
         group by f.asset_id) w on true
       where w.asset_id is not null or (
         not exists (
           select from ${listed}
           where ${named} and (f.block_hash is not null and f.disposition is not null
             or coalesce(d.status, u.status) = 'dismissed'))
         and not exists (
           select from transactions o where o.invoice_id = $1 and o.hash = n.tx_hash and o.status <> 'canceled'))) open
     order by asset_id is null, unlisted is not null, created_at desc, tx_hash, asset_id limit ${mostClaims}`,
    [invoiceId],
  );
  return { claims: claim.all(rows), more: (rows[0]?.total ?? 0) - rows.length };
}

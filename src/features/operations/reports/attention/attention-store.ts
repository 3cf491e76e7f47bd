// SQL of the merchant's open tasks. Each query is bounded, because a console requests them every few seconds.
import type { Queryable } from '../../../../io/db/database.ts';
import { count, oneOf, type RowOf, rowType, text, texts, time, uuid } from '../../../../io/db/row-type.ts';
import { exceedsPaid } from '../../../evidence/refunds/lists/exceeds-paid.ts';
import { onServiceClock } from '../../../people/apps/clock/clock-lead.ts';

/** At most this many entries of a kind are counted; one more means that there are more. */
export const mostCounted = 100;
const mostIds = 5;
/** An invoice that a reorg left unpaid is listed for this long. */
const reorgedDays = 30;
/** An order with money that its shop does not know of is listed for this long. */
const unreportedDays = 30;

const waiting = rowType({
  kind: oneOf<
    | 'unmatched_payments'
    | 'claims_waiting'
    | 'unlisted_tokens'
    | 'webhooks_failing'
    | 'webhooks_disabled'
    | 'addresses_blocked'
    | 'addresses_unsafe'
    | 'addresses_tampered'
    | 'records_tampered'
    | 'members_tampered'
    | 'app_token_known'
    | 'payout_changes_waiting'
    | 'payments_reorged'
    | 'shop_not_notified'
    | 'visitors_crowded'
    | 'visitor_addresses_used'
    | 'receipts_held_back'
    | 'refunds_exceed_paid'
    | 'refunds_waiting'
    | 'refunds_differ'
    | 'refunds_after_cancellation'
    | 'pull_payments_waiting'
  >(),
  /** `mostCounted` plus one if there are more. */
  count,
  since: time,
  /** The ids of the oldest entries. */
  ids: texts,
});
export type Waiting = RowOf<typeof waiting>;

/** One kind of task. `found` returns id and since, the oldest first, and at most one more than `mostCounted`. */
const kindOf = (kind: string, found: string) => `
  select '${kind}' as kind, count(*) as count, min(since) as since,
    (array_agg(id::text order by since, id))[1:${mostIds}] as ids
  from (${found}) f having count(*) > 0`;

const sources = [
  kindOf(
    'unmatched_payments',
    `select id, created_at as since from oldest order by created_at, id limit ${mostCounted + 1}`,
  ),
  // Waiting payments that a customer claimed.
  kindOf(
    'claims_waiting',
    `select c.id, c.created_at as since from oldest u join transfers f on f.id = u.transfer_id
     join payment_claims c on c.network_id = f.network_id and c.tx_hash = f.tx_hash
     order by c.created_at limit ${mostCounted + 1}`,
  ),
  // Unpaid invoices for which a customer claimed a token outside the catalog.
  kindOf(
    'unlisted_tokens',
    `select i.id, min(s.created_at) as since from (
       select id, status from invoices where app_id = $1 order by created_at desc, id desc limit 500) i
     join invoice_steps s on s.invoice_id = i.id and s.kind = 'payment_unlisted'
       and s.created_at > $2::timestamptz - interval '30 days'
     where i.status in ('open', 'partially_paid', 'expired') group by i.id limit ${mostCounted + 1}`,
  ),
  kindOf(
    'webhooks_failing',
    `select id, failing_since as since from webhooks
     where app_id = $1 and deleted_at is null and enabled and failing_since is not null limit ${mostCounted + 1}`,
  ),
  kindOf(
    'webhooks_disabled',
    `select id, updated_at as since from webhooks
     where app_id = $1 and deleted_at is null and disabled_reason in ('gone', 'failing', 'tampered')
     limit ${mostCounted + 1}`,
  ),
  kindOf(
    'addresses_blocked',
    `select distinct on (aa.id) aa.id, b.noted_at as since from app_addresses aa
     join blocked_addresses b on b.wallet_id = aa.wallet_id
     join assets a on a.id = b.asset_id and a.network_id = aa.network_id
     join app_cryptocurrencies ac on ac.app_id = aa.app_id and ac.asset_id = a.id
     where aa.app_id = $1 and aa.enabled and aa.deleted_at is null
     order by aa.id, b.noted_at limit ${mostCounted + 1}`,
  ),
  kindOf(
    'addresses_unsafe',
    `select distinct on (aa.id) aa.id, f.noted_at as since from app_addresses aa
     join address_findings f on f.wallet_id = aa.wallet_id and f.network_id = aa.network_id
     where aa.app_id = $1 and aa.enabled and aa.deleted_at is null and f.confirmed_at is null
     order by aa.id, f.noted_at limit ${mostCounted + 1}`,
  ),
  kindOf(
    'addresses_tampered',
    `select subject_id as id, found_at as since from tamper_findings
     where app_id = $1 and settled_at is null and subject_type in ('address', 'transaction')
     limit ${mostCounted + 1}`,
  ),
  kindOf(
    'records_tampered',
    `select subject_id as id, found_at as since from tamper_findings
     where app_id = $1 and settled_at is null and subject_type not in ('address', 'transaction', 'member')
     limit ${mostCounted + 1}`,
  ),
  kindOf(
    'members_tampered',
    `select subject_id as id, found_at as since from tamper_findings
     where app_id = $1 and settled_at is null and subject_type = 'member' limit ${mostCounted + 1}`,
  ),
  // The app itself, if a former owner may know its main token.
  kindOf(
    'app_token_known',
    'select id, token_known_at as since from apps where id = $1 and token_known_at is not null',
  ),
  kindOf(
    'payout_changes_waiting',
    `select id, created_at as since from payout_changes
     where app_id = $1 and status = 'waiting' and effective_at > $2
     union all
     select id, created_at as since from slug_changes
     where app_id = $1 and status = 'waiting' and effective_at > $2 order by since limit ${mostCounted + 1}`,
  ),
  // Invoices with a receipt or a mail about a refund that a mail limit held back within the last day.
  kindOf(
    'receipts_held_back',
    `select invoice_id as id, created_at as since from mails_held_back
     where app_id = $1 and kind = 'receipt' and created_at > $2::timestamptz - interval '24 hours'
     order by created_at limit ${mostCounted + 1}`,
  ),
  // Invoices without a payment that a reorg took back: until it is mined again, the invoice is paid or canceled, or the
  // merchant settles it.
  kindOf(
    'payments_reorged',
    `select distinct on (i.id) i.id, t.updated_at as since from transactions t join invoices i on i.id = t.invoice_id
     where t.app_id = $1 and t.status = 'rejected' and t.reason = 'reorged'
       and t.updated_at > $2::timestamptz - interval '${reorgedDays} days'
       and (i.status in ('open', 'partially_paid', 'expired')
         or (i.status = 'paid' and i.paid < i.total - i.tolerance and i.paid_at < t.updated_at))
       and not exists (select from transactions again where again.invoice_id = i.id and again.hash = t.hash
         and again.id <> t.id and again.status in ('processing', 'success') and again.block_hash is not null)
     order by i.id, t.updated_at limit ${mostCounted + 1}`,
  ),
  // Orders of shops in another dialect with money that the dialect cannot report: more than the total, or a part that
  // was paid before the deadline. They are listed until the money is refunded or the merchant settles the invoice.
  kindOf(
    'shop_not_notified',
    `select i.id, i.updated_at as since from (
       select id, status, total, paid, refunded, updated_at from invoices
       where app_id = $1 and status in ('paid', 'expired') order by created_at desc, id desc limit 500) i
     where i.updated_at > $2::timestamptz - interval '${unreportedDays} days'
       and i.paid - i.refunded > case when i.status = 'paid' then i.total else 0 end
       and exists (select from webhook_orders o where o.invoice_id = i.id)
     order by i.updated_at limit ${mostCounted + 1}`,
  ),
  // Refunds that are not sent, of invoices with refunds above what is paid, as after a reorg took a payment back.
  kindOf(
    'refunds_exceed_paid',
    `select r.id, i.updated_at as since from refunds r join invoices i on i.id = r.invoice_id
     where r.app_id = $1 and (r.status in ('awaiting_address', 'ready') or r.status = 'seen' and r.amount_differs)
       and ${exceedsPaid('r')} order by i.updated_at, r.id limit ${mostCounted + 1}`,
  ),
  // Refunds that wait for the merchant's wallet for more than a day.
  kindOf(
    'refunds_waiting',
    `select r.id, r.ready_at as since from refunds r
     where r.app_id = $1 and r.status = 'ready'
       and ${onServiceClock('r.ready_at', 'r.app_id')} < $2::timestamptz - interval '1 day'
       and not ${exceedsPaid('r')} order by r.ready_at limit ${mostCounted + 1}`,
  ),
  kindOf(
    'refunds_differ',
    `select id, seen_at as since from refunds
     where app_id = $1 and status = 'seen' and amount_differs order by seen_at limit ${mostCounted + 1}`,
  ),
  kindOf(
    'refunds_after_cancellation',
    `select r.id, r.seen_at as since from refunds r
     where r.app_id = $1 and r.canceled_at is not null and r.watch_id is not null
       and ${onServiceClock('r.seen_at', 'r.app_id')} > $2::timestamptz - interval '30 days'
     order by r.seen_at limit ${mostCounted + 1}`,
  ),
  // Refunds that a shop asked for in another dialect, which have no invoice.
  kindOf(
    'pull_payments_waiting',
    `select id, created_at as since from pull_payments
     where app_id = $1 and invoice_id is null and archived_at is null
     order by created_at, id limit ${mostCounted + 1}`,
  ),
  kindOf(
    'visitors_crowded',
    `select app_id as id, noted_at as since from visitor_crowds
     where app_id = $1 and noted_at > $2::timestamptz - interval '1 day'`,
  ),
  // Keys with nearly all addresses for visitors in use. They are reused after the promises there have ended.
  kindOf(
    'visitor_addresses_used',
    `select aa.id, v.since from app_addresses aa cross join lateral (
       select count(distinct derivation_index) as unpaid, min(shown_at) as since from visitor_addresses
       where wallet_id = aa.wallet_id and not is_used and shown_at > $2::timestamptz - interval '7 days') v
     where aa.app_id = $1 and aa.enabled and aa.deleted_at is null and v.unpaid >= $3 limit ${mostCounted + 1}`,
  ),
];

/**
 * Leaves out dust, which cannot be assigned. Only a limited number of the oldest payments is searched for claims.
 * `manyAddresses`: from this number of unpaid visitor addresses on, a key is reported.
 */
export async function listWaiting(
  db: Queryable,
  { appId, manyAddresses, now }: { readonly appId: string; readonly manyAddresses: number; readonly now: Date },
): Promise<Waiting[]> {
  const rows = await db.query(
    `with oldest as materialized (
       select id, transfer_id, created_at from unmatched_payments
       where app_id = $1 and status = 'waiting' and dust_of is null order by created_at, id limit 500)
     ${sources.join(' union all ')}`,
    [appId, now, manyAddresses],
  );
  return waiting.all(rows);
}

const accepted = rowType({ id: uuid, assetId: uuid });
/** An asset that the app accepts. The id identifies the acceptance. */
export type Accepted = RowOf<typeof accepted>;

export async function listAcceptances(db: Queryable, appId: string): Promise<Accepted[]> {
  const rows = await db.query(`select ${accepted.columns} from app_cryptocurrencies where app_id = $1 order by id`, [
    appId,
  ]);
  return accepted.all(rows);
}

const owed = rowType({ currency: text });

/** Returns the currencies of the app's newest hundred invoices. */
export async function listCurrencies(db: Queryable, appId: string): Promise<string[]> {
  const rows = await db.query(
    `select distinct currency from (
       select currency from invoices where app_id = $1 order by created_at desc, id desc limit 100) i order by 1`,
    [appId],
  );
  return owed.all(rows).map(({ currency }) => currency);
}

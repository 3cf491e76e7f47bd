// Read-only SQL that collects the history of an invoice from several tables.
import type { Queryable } from '../../../../io/db/database.ts';
import { createdWithin } from '../../../../io/db/keyset.ts';
import { jsonb, nullable, oneOf, type RowOf, rowType, time, uuid } from '../../../../io/db/row-type.ts';
import type { Page } from '../../../../io/http/page.ts';

/**
 * The kinds with an explanation if the name needs one. Their order sorts steps of the same moment: a decision follows
 * its causes.
 */
export const timelineKinds = {
  invoice_created: null,
  attempt_quoted: 'a customer was shown an address and an amount',
  late_payment_accepted: 'money without an open attempt became a transaction',
  part_accepted: null,
  payment_claimed: 'a customer claimed that this chain transaction pays',
  payment_seen: 'a payment, or more of it; unconfirmed if `block` is null',
  payment_replaced: 'another chain transaction replaced it, or none (`hash` is null)',
  payment_matched: null,
  payment_mined: null,
  payment_orphaned: 'its block left the chain, or no node knows it any more',
  payment_held: 'money that may be for this invoice waits for the merchant',
  payment_unlisted: 'a customer claimed a token that is not accepted here',
  payment_assigned: 'the merchant assigned it to this invoice',
  payment_dismissed: 'the merchant handled it elsewhere',
  payment_confirmed: null,
  payment_credited: null,
  credit_reversed: 'taken back',
  attempt_canceled: null,
  attempt_rejected: 'its payment failed, was double spent or was taken back by the chain',
  invoice_updated: null,
  invoice_accepted: 'the shop accepts the payments before they are confirmed',
  invoice_not_accepted: 'no more',
  invoice_settled: 'by the merchant, manually',
  invoice_partially_paid: null,
  invoice_paid: null,
  invoice_expired: null,
  invoice_canceled: 'by the merchant',
  invoice_reversed: 'the amount paid decreased',
  refund_created: 'the merchant prepared a refund',
  refund_ready: 'it has a destination, and waits for the wallet of the merchant',
  refund_seen: 'a transfer to its destination is in a block',
  refund_accepted: 'the merchant accepts that another amount was sent',
  refund_sent: 'the transfer is confirmed',
  refund_reversed: 'a reorganization of the chain removed the transfer',
  refund_canceled: 'by the merchant',
  webhook_failed: null,
  webhook_delivered: null,
} as const;
export type TimelineKind = keyof typeof timelineKinds;

const step = rowType({
  id: uuid,
  createdAt: time,
  kind: oneOf<TimelineKind>(),
  transactionId: nullable(uuid),
  details: jsonb<Readonly<Record<string, never>>>(),
});
/** `details` as stored: amounts in smallest units, values in minor units, canonical addresses. */
export type TimelineStep = RowOf<typeof step>;

/** The parts that the caller may read. */
export interface TimelineParts {
  readonly waiting: boolean;
  readonly deliveries: boolean;
}

/** Requests for money, and claims. `own` are the invoice's transactions. */
const asked = `
  select i.created_at as at, 'invoice_created' as kind, i.id as source, null::uuid as transaction_id,
    jsonb_build_object() as details from invoices i where i.id = $1
  union all
  select created_at, case when amount is not null then 'attempt_quoted'
    when quote_id is not null and reason is distinct from 'late' then 'part_accepted'
    else 'late_payment_accepted' end, id, id,
    jsonb_build_object('asset_id', asset_id, 'to', recipient, 'sender', case when is_sender_declared then sender end,
      'amount', amount::text, 'value', case when amount is not null then quoted::text end, 'rate', rate::text,
      'evidence', rate_evidence,
      'expire_at', expire_at, 'is_leased', is_leased, 'is_one_time', derivation_index is not null) from own
  union all
  select updated_at, 'attempt_' || status, id, id,
    jsonb_build_object('asset_id', asset_id, 'reason', reason, 'hash', hash)
  from own where status in ('canceled', 'rejected')
  union all
  select c.created_at, 'payment_claimed', c.id, o.id,
    jsonb_build_object('asset_id', o.asset_id, 'hash', c.tx_hash, 'signed', c.proved_by is not null)
  from payment_claims c join own o on o.id = c.transaction_id`;

/** Payments, credits and settlements. */
const happened = `
  select s.created_at, s.kind, s.id, s.transaction_id,
    case when o.id is null then s.details
      else s.details || jsonb_build_object('asset_id', o.asset_id, 'required_confirmations', o.required_confirmations,
        'requires_finality', o.must_be_final) end
  from invoice_steps s left join own o on o.id = s.transaction_id where s.invoice_id = $1
  union all
  select min(c.created_at), 'payment_confirmed', o.id, o.id, jsonb_build_object('asset_id', o.asset_id,
    'hash', o.hash, 'block', min(c.block), 'required_confirmations', o.required_confirmations,
    'requires_finality', o.must_be_final, 'attested_by', min(c.attested_by))
  from own o join credits c on c.transaction_id = o.id
  group by o.id, o.asset_id, o.hash, o.required_confirmations, o.must_be_final
  union all
  select c.created_at, 'payment_credited', c.id, o.id, jsonb_build_object('asset_id', o.asset_id, 'hash', f.tx_hash,
    'received', c.amount::text, 'value', c.value::text, 'currency', c.currency, 'rate', o.rate::text)
  from own o join credits c on c.transaction_id = o.id join transfers f on f.id = c.transfer_id
  union all
  select c.reversed_at, 'credit_reversed', c.id, o.id, jsonb_build_object('asset_id', o.asset_id, 'hash', f.tx_hash,
    'received', c.amount::text, 'value', c.value::text, 'currency', c.currency)
  from own o join credits c on c.transaction_id = o.id join transfers f on f.id = c.transfer_id
  where c.reversed_at is not null
  union all
  select created_at, 'invoice_settled', id, null::uuid, jsonb_build_object('by', settled_by, 'reason', reason)
  from invoice_settlements where invoice_id = $1`;

/** Payments that waited for the merchant, and the decisions. */
const waited = `
  select w.created_at, 'payment_held', w.id, w.transaction_id, jsonb_build_object('asset_id', f.asset_id,
    'hash', f.tx_hash, 'received', f.amount::text, 'sender', f.sender, 'reason', w.reason, 'payment_id', w.id)
  from waited w join transfers f on f.id = w.transfer_id
  union all
  select a.created_at, replace(a.action, '.', '_'), a.id, w.transaction_id,
    jsonb_build_object('asset_id', f.asset_id, 'hash', f.tx_hash, 'received', f.amount::text, 'by', a.actor,
      'payment_id', w.id)
  from waited w join transfers f on f.id = w.transfer_id
  join audit_log a on a.subject_type = 'payment' and a.subject_id = w.id
  where a.action in ('payment.assigned', 'payment.dismissed')`;

/** Webhook deliveries, and their responses. */
const sent = `
  select (f.failure ->> 'at')::timestamptz, 'webhook_failed', d.id, null::uuid,
    f.failure || jsonb_build_object('event_id', e.id, 'event_type', e.type, 'webhook_id', w.id, 'url', w.url,
      'delivery_id', d.id,
      'next_attempt_at', case when f.place = jsonb_array_length(d.failures) then d.next_attempt_at end)
  from told e join deliveries d on d.event_id = e.id join webhooks w on w.id = d.webhook_id
  cross join lateral jsonb_array_elements(d.failures) with ordinality as f(failure, place)
  union all
  select d.updated_at, 'webhook_delivered', d.id, null::uuid, jsonb_build_object('event_id', e.id, 'event_type', e.type,
    'webhook_id', w.id, 'delivery_id', d.id, 'url', w.url,
    'response_status', d.response_status, 'response_body', d.response_body)
  from told e join deliveries d on d.event_id = e.id join webhooks w on w.id = d.webhook_id
  where d.status = 'delivered'`;

const places = Object.keys(timelineKinds)
  .map((kind, place) => `('${kind}', '${(place + 16).toString(16)}')`)
  .join(', ');

/**
 * The id of a step never changes, because it is made from the row of the step. At the same moment, ids follow the order
 * of kinds, so a page can begin at a time and an id.
 */
const timeline = `
  with own as (select * from transactions where invoice_id = $1),
  waited as (
    select * from unmatched_payments where $5 and id in (
      select u.id from own join unmatched_payments u on u.transaction_id = own.id
      union select id from unmatched_payments where candidates ?| array(select id::text from own)
        and app_id = (select app_id from invoices where id = $1))),
  told as (select id, type from events where $6 and invoice_id = $1),
  gathered as (${[asked, happened, waited, sent].join(' union all ')})
  select (p.place || substr(md5(g.source::text || g.kind
      || case when g.kind = 'webhook_failed' then extract(epoch from g.at)::text else '' end), 3))::uuid as id,
    date_trunc('milliseconds', g.at) as created_at, g.kind, g.transaction_id, g.details
  from gathered g join (values ${places}) as p(kind, place) on p.kind = g.kind`;

/** Returns the steps of an invoice, oldest first, one more than the limit. */
export async function listSteps(
  db: Queryable,
  invoiceId: string,
  { waiting, deliveries }: TimelineParts,
  { limit, after, created }: Page,
): Promise<TimelineStep[]> {
  const rows = await db.query(
    `select * from (${timeline}) s
     where ($2::timestamptz is null or (s.created_at, s.id) > ($2, $3::uuid))
       and ${createdWithin('$7', '$8', 's.created_at')}
     order by s.created_at, s.id limit $4 + 1`,
    [invoiceId, after?.time ?? null, after?.id ?? null, limit, waiting, deliveries, created.from, created.before],
  );
  return step.all(rows);
}

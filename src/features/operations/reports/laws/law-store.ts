// All SQL of the money invariants, which must hold after every commit. The service checks them every night, and a
// backup is checked with them.
import type { Queryable } from '../../../../io/db/database.ts';
import { onServiceClock } from '../../../people/apps/clock/clock-lead.ts';

/**
 * Each query returns the rows that break the invariant. Only rules that hold at every moment are here: none about
 * events, which are deleted when old, and none that a reorg breaks until its blocks are read again.
 */
export const lawsOfMoney: Readonly<Record<string, string>> = {
  'a transfer is credited at most once': `
    select f.tx_hash, f.position, count(*) from credits c join transfers f on f.id = c.transfer_id
    where c.reversed_at is null group by f.network_id, f.tx_hash, f.position having count(*) > 1`,

  'successful transactions are credited with the amount they received': `
    select t.app_id, t.asset_id, sum(t.received) as received, sum(t.on_chain) as on_chain, sum(t.live) as credited
    from (
      select s.app_id, s.asset_id, s.received,
        coalesce((
          select sum(f.amount) from transfers f
          where f.transaction_id = s.id and f.block_hash is not null and f.succeeded), 0) as on_chain,
        coalesce((
          select sum(c.amount) from credits c
          where c.transaction_id = s.id and c.reversed_at is null), 0) as live
      from transactions s where s.status = 'success') t
    group by t.app_id, t.asset_id having sum(t.received) <> sum(t.live) or sum(t.on_chain) <> sum(t.live)`,

  'only a success has live credits': `
    select c.id, t.status from credits c join transactions t on t.id = c.transaction_id
    where c.reversed_at is null and t.status <> 'success'`,

  'a credit agrees with its transfer and transaction': `
    select c.id from credits c join transfers f on f.id = c.transfer_id join transactions t on t.id = c.transaction_id
    left join network_blocks b on b.network_id = f.network_id and b.number = c.block
    where c.reversed_at is null and (f.block is distinct from c.block or f.block_hash is distinct from c.block_hash
      or not f.succeeded or f.asset_id <> t.asset_id or f.network_id <> t.network_id or f.recipient <> t.recipient
      or f.amount <> c.amount or t.invoice_id <> c.invoice_id
      or b.hash is distinct from c.block_hash and b.hash is not null)`,

  'every transfer on the chain is matched, unmatched or failed': `
    select f.tx_hash, f.position, f.disposition, f.succeeded, t.status from transfers f
    left join transactions t on t.id = f.transaction_id
    left join unmatched_payments u on u.transfer_id = f.id and u.status <> 'withdrawn'
    where f.block_hash is not null and not (case
      when not f.succeeded then f.disposition = 'failed'
      when f.disposition = 'matched' then t.status in ('processing', 'success')
        and (t.block = f.block or f.block is null and t.block is null and t.block_hash = f.block_hash)
      else f.disposition = 'unmatched' and (u.id is not null or f.dust_in is not null) end is true)`,

  'a payment without a block came by a rail without blocks, and is final': `
    select f.tx_hash, f.position, f.block, t.id, t.status from transfers f join networks n on n.id = f.network_id
    left join transactions t on t.id = f.transaction_id
    where f.block_hash is not null and ((f.block is null) <> n.is_blockless
      or n.is_blockless and f.disposition = 'matched' and t.status <> 'success')`,

  'an amount that a customer was shown pays no other invoice by its amount alone': `
    select f.tx_hash, t.invoice_id, o.invoice_id as promised_to from transfers f
    join transactions t on t.id = f.transaction_id
    join transactions o on amount_key(o.recipient, o.amount) = amount_key(f.recipient, f.amount)
      and o.asset_id = f.asset_id
    where f.matched_by = 'amount' and f.created_at > now() - interval '30 days'
      and o.invoice_id <> t.invoice_id and o.derivation_index is null and o.created_at <= f.created_at
      and (o.status = 'processing'
        or ${onServiceClock('o.updated_at', 'o.app_id')} > f.created_at - interval '7 days')`,

  'an invoice has the sums of its transactions': `
    select i.id, i.paid, i.pending, sum(t.credited) as credited, sum(t.pending) as in_flight from invoices i
    left join transactions t on t.invoice_id = i.id group by i.id
    having i.paid <> coalesce(sum(t.credited) filter (where t.status = 'success'), 0)
      or i.pending <> coalesce(sum(t.pending) filter (where t.status = 'processing'), 0)`,

  'a transaction has the sum of its credits': `
    select t.id, t.credited, sum(c.value) from transactions t
    left join credits c on c.transaction_id = t.id and c.reversed_at is null
    group by t.id having t.credited <> coalesce(sum(c.value), 0)`,

  'a seen outgoing transfer is on the chain as it was expected or accepted': `
    select e.id, e.status, o.tx_hash, o.block from expected_transfers e
    left join outgoing_transfers o on o.id = e.transfer_id
    where e.status <> 'awaited' and not (o.block is not null and o.succeeded and o.held is null
      and o.network_id = e.network_id and o.asset_id = e.asset_id and o.recipient = e.recipient
      and (o.amount = e.amount or (o.id = e.accepted_id) is true) = (e.status <> 'differs')) is true`,

  'an invoice gave back the sum of its refunds that were sent': `
    select i.id, i.refunded, r.refunded as sent from invoices i
    join (select invoice_id, sum(refunded) as refunded from refunds group by invoice_id) r on r.invoice_id = i.id
    where i.refunded <> r.refunded
    union all
    select id, refunded, 0 from invoices where refunded <> 0 and id not in (select invoice_id from refunds)`,

  'a refund has the state of its expected transfers': `
    select r.id, r.status, r.hash, e.status as expected, o.tx_hash, w.seen from refunds r
    left join expected_transfers e on e.id = r.watch_id
    left join outgoing_transfers o on o.id = e.transfer_id
    cross join lateral (select count(*) filter (where x.status in ('seen', 'final')) as seen,
        count(*) filter (where x.status = 'differs' and r.canceled_at is null) as differing,
        bool_or(t.id is not null) as is_pending
      from jsonb_to_recordset(r.watches) as j(id uuid) left join expected_transfers x on x.id = j.id
      left join tasks t on t.kind = 'refund' and t.key = j.id::text) w
    where w.is_pending is not true and (case
      when r.status in ('seen', 'sent') then o.tx_hash = r.hash and o.amount = r.sent_amount and o.block = r.block
        and e.status = case when r.status = 'sent' then 'final' when r.amount_differs then 'differs' else 'seen' end
        and (not r.amount_differs or w.seen = 0)
      else w.seen = 0 and w.differing = 0 and r.hash is null end) is not true`,

  'a transfer settles one refund': `
    select e.transfer_id, array_agg(r.id) as refunds from refunds r
    join expected_transfers e on e.id = r.watch_id group by e.transfer_id having count(*) > 1`,

  'a refund gives back its value, or what was sent instead': `
    select id, status, value, refunded, sent_amount from refunds
    where case when status <> 'sent' then refunded <> 0
      when watches @> jsonb_build_array(jsonb_build_object('amount', sent_amount::text)) then refunded <> value
      else false end`,

  'a refund that was sent has one live debit of its amount and value, and no other refund has one': `
    select r.id, r.status, d.id as debit from refunds r
    left join refund_debits d on d.refund_id = r.id and d.reversed_at is null
    where (r.status = 'sent' or d.id is not null) and (r.status = 'sent' and d.amount = r.sent_amount
      and d.value = r.refunded and d.hash = r.hash and d.asset_id = r.asset_id and d.currency = r.currency
      and d.app_id = r.app_id and d.invoice_id = r.invoice_id) is not true`,

  'the status of an invoice follows from its payments': `
    select i.id, i.status, i.paid, i.total, i.tolerance, i.exceptions from invoices i
    left join invoice_settlements s on s.invoice_id = i.id
    where not case i.status
      when 'open' then i.paid = 0
      when 'partially_paid' then i.paid > 0 and i.paid < i.total - i.tolerance
      when 'paid' then (i.paid >= i.total - i.tolerance or s.id is not null) and i.paid_at is not null
      when 'expired' then i.paid < i.total - i.tolerance
      when 'canceled' then i.paid = 0 and i.pending = 0 end
      or ('overpaid' = any(i.exceptions)) <> (i.paid > i.total)`,
};

export interface BrokenLaw {
  readonly law: string;
  /** The first of the rows that break it. */
  readonly rows: readonly Record<string, unknown>[];
}

/** Reads whole tables. Run it at night, on a connection of its own with a consistent snapshot. */
export async function findBrokenLaws(reader: Queryable): Promise<BrokenLaw[]> {
  const broken: BrokenLaw[] = [];
  for (const [law, sql] of Object.entries(lawsOfMoney)) {
    const rows = await reader.query(`select * from (${sql}) as broken limit 20`);
    if (rows.length > 0) broken.push({ law, rows });
  }
  return broken;
}

// Invariants of money and events in the database, checked at the end of every test.
import assert from 'node:assert/strict';
import { lawsOfMoney } from '../../src/features/operations/reports/laws/law-store.ts';
import type { Database } from '../../src/io/db/database.ts';
import type { Client, Json } from './client.ts';
import type { Anvil } from './evm/anvil.ts';

/**
 * Throws with every violated law and its rows. The service must have read all blocks. With a chain, every credit is
 * compared with the credited block on that chain.
 */
export async function checkLaws(db: Database, chain?: Anvil): Promise<void> {
  const broken: Record<string, unknown> = {};
  for (const [law, sql] of Object.entries(laws)) {
    const rows = await db.query(sql);
    if (rows.length > 0) broken[law] = rows;
  }
  if (chain !== undefined) {
    const strangers = await creditsOffChain(db, chain);
    if (strangers.length > 0) broken['a credit refers to a block of the chain'] = strangers;
  }
  assert.deepEqual(broken, {});
}

/** Permitted reasons to reject a coin for a payable invoice: they concern the invoice itself or its merchant. */
const refusals: ReadonlySet<string> = new Set([
  'too_many_transactions',
  'address_tampered',
  'database_went_back',
  'validation_failed',
]);

/**
 * L17: whatever strangers did in the story, an open invoice that says that it can be paid is quoted in a coin. Asks for
 * one of each shop.
 */
export async function checkReachable(db: Database, anyone: Client): Promise<void> {
  const shops = await db.query<{ invoice: string; coins: readonly Json[] }>(
    `select i.id as invoice, c.coins from apps a
     cross join lateral (select id from invoices where app_id = a.id and status in ('open', 'partially_paid')
       order by created_at desc limit 1) i
     cross join lateral (
       select json_agg(json_build_object('cryptocurrency', y.symbol, 'network', n.symbol)) as coins
       from app_cryptocurrencies ac join assets s on s.id = ac.asset_id join networks n on n.id = s.network_id
         join cryptocurrencies y on y.id = s.cryptocurrency_id where ac.app_id = a.id) c
     where c.coins is not null limit 5`,
  );
  for (const { invoice, coins } of shops) {
    const { payable } = (await anyone.get<Json>(`/invoice/${invoice}`)).body;
    if (payable !== true) continue;
    const answers = await Promise.all(
      coins.map((coin) => anyone.post<Json>(`/invoice/${invoice}/payment-request`, coin)),
    );
    assert.ok(
      answers.some(({ status, body }) => status === 201 || refusals.has(body.code)),
      `invoice ${invoice} can be paid: ${JSON.stringify(answers.map(({ body }) => body))}`,
    );
  }
}

/** The number of violating rows by law, for a database with rows that the service did not write. */
export async function brokenLaws(
  ask: (sql: string) => Promise<readonly { readonly count: string }[]>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [law, sql] of Object.entries(laws)) {
    const [row] = await ask(`select count(*) as count from (${sql}) broken`);
    counts[law] = Number(row?.count);
  }
  return counts;
}

/** Each query returns violating rows: the service's own checks, and more. */
const laws: Readonly<Record<string, string>> = {
  ...lawsOfMoney,

  'an unmined payment has the received amount of its transfers, and nothing of it is credited': `
    select t.id, t.hash, t.received, sum(m.amount) as unconfirmed from transactions t
    left join unconfirmed_transactions s on s.network_id = t.network_id and s.tx_hash = t.hash
    left join unconfirmed_transfers m on m.network_id = s.network_id and m.tx_hash = s.tx_hash
      and m.recipient = t.recipient and m.asset_id = t.asset_id
    where t.status = 'processing' and t.block is null and t.received is not null
    group by t.id, s.outcome
    having t.received > coalesce(sum(m.amount), 0) or s.outcome is null or s.outcome in ('mined', 'conflicted')
      or t.derivation_index is not null and t.received <> sum(m.amount) or t.credited <> 0`,

  'confirmed parts of a quote that reach its amount credit the quoted value': `
    select q.id, q.amount, q.quoted, sum(p.received) as received, sum(p.credited) as credited from transactions q
    join transactions p on p.id = q.id or p.invoice_id = q.invoice_id and p.quote_id = q.id
    where q.amount is not null and p.status = 'success' group by q.id
    having sum(p.received) >= q.amount and sum(p.credited) < q.quoted
      or sum(p.received) <= q.amount and sum(p.credited) > q.quoted`,

  'timely transfers to the address of one quote are its parts, and credit it as one sum': `
    select q.id, q.amount, q.quoted, sum(c.amount) as received, sum(c.value) as credited from transactions q
    join transfers f on f.network_id = q.network_id and f.recipient = q.recipient and f.asset_id = q.asset_id
    left join unconfirmed_transactions s on s.network_id = f.network_id and s.tx_hash = f.tx_hash
    join credits c on c.transfer_id = f.id and c.reversed_at is null and c.invoice_id = q.invoice_id
    where q.amount is not null and q.derivation_index is not null and f.matched_by <> 'merchant'
      and (q.status in ('processing', 'success') or q.reason in ('reorged', 'double_spent'))
      and least(f.block_time, f.seen_at, s.seen_at) <= q.deadline
      and not exists (select from transactions o where o.network_id = q.network_id and o.recipient = q.recipient
        and o.asset_id = q.asset_id and o.amount is not null and o.id <> q.id)
    group by q.id having sum(c.amount) >= q.amount and sum(c.value) < q.quoted`,

  'nothing is credited before its confirmations': `
    select c.id, c.block, n.block_number, t.required_confirmations from credits c
    join transactions t on t.id = c.transaction_id join network_cursors n on n.network_id = t.network_id
    where c.reversed_at is null and c.block > 0 and n.block_number - c.block + 1 < t.required_confirmations`,

  'an unconfirmed acceptance is sufficient, within the terms of its merchant, and undisputed': `
    select i.id, i.status, i.total, i.paid, i.accepted_at, p.sound, p.is_on_terms from invoices i
    cross join lateral (
      select coalesce(sum(t.pending), 0) as sound, coalesce(bool_or(a.transaction_id is not null), false) as is_on_terms
      from transactions t
      left join unconfirmed_acceptances a on a.transaction_id = t.id and a.tx_hash = t.hash
        and (a.counts_from <= a.created_at or i.accepted_at is not null)
      left join unconfirmed_transactions s on s.network_id = t.network_id and s.tx_hash = t.hash
      where t.invoice_id = i.id and t.status = 'processing' and t.pending > 0 and (t.block is not null
        or a.transaction_id is not null and s.outcome = 'in_mempool' and not s.contested and not exists (
          select from unconfirmed_transactions r
          where r.network_id = s.network_id and r.tx_hash <> s.tx_hash and r.spends && s.spends))) p
    where case
      when i.status in ('expired', 'canceled') then i.accepted_at is not null
      when i.status = 'paid' then false
      when i.accepted_at is not null then i.paid + p.sound < i.total - i.tolerance
      else p.is_on_terms and i.paid + p.sound >= i.total - i.tolerance end`,

  'at most one of several conflicting transactions is on the chain': `
    select a.tx_hash, b.tx_hash as conflicting from unconfirmed_transactions a
    join unconfirmed_transactions b on b.network_id = a.network_id and b.tx_hash > a.tx_hash and b.spends && a.spends
    where exists (
        select from transfers f
        where f.network_id = a.network_id and f.tx_hash = a.tx_hash and f.block is not null)
      and exists (
        select from transfers f
        where f.network_id = b.network_id and f.tx_hash = b.tx_hash and f.block is not null)`,

  'an address with a transfer counts as used': `
    select w.address, k.used_index from watched_addresses w join wallets k on k.id = w.wallet_id
    where w.derivation_index is not null
      and exists (select from transfers f where f.network_id = w.network_id and f.recipient = w.address)
      and not (w.is_used and k.used_index >= w.derivation_index and k.next_index > w.derivation_index)`,

  'the events of an invoice are numbered without gap or repeat': `
    select i.id, i.sequence, array_agg(e.sequence order by e.sequence) as told from invoices i
    left join events e on e.invoice_id = i.id group by i.id
    having i.sequence <> count(e.id) or i.sequence <> coalesce(max(e.sequence), 0)
      or coalesce(min(e.sequence), 1) <> 1`,

  'an end state is final, except after a deep reorg, or if a canceled attempt is requested again': `
    select * from (
      select data->>'id' as id, type, data->>'status' as status, data->>'reason' as reason,
        lag(data->>'status') over w as before,
        lag(data->>'reason') over w as reason_before, lag(data->>'hash') over w as hash_before
      from events where type like 'transaction.%' window w as (partition by data->>'id' order by sequence)) t
    where before is not null and before <> 'processing'
      and not (before = 'success' and status = 'rejected' and reason = 'reorged')
      and not (type = 'transaction.created' and reason_before = 'requested' and hash_before is null)`,

  'the last event of a transaction has its status': `
    select t.id, t.status, e.status as told from transactions t
    join (select distinct on (data->>'id') data->>'id' as id, data->>'status' as status from events
      where type like 'transaction.%' order by data->>'id', sequence desc) e on e.id = t.id::text
    where t.status <> e.status`,

  'the last event of an invoice has its status, its paid amount, and the time of its acceptance': `
    select i.id, i.status, e.status as told, i.paid, i.accepted_at from invoices i
    join lateral (select data->>'status' as status, replace(data->>'paid', '.', '')::numeric as paid,
      (data->>'accepted_at')::timestamptz as accepted_at from events e
      where e.invoice_id = i.id and e.type like 'invoice.%' order by e.sequence desc limit 1) e on true
    where i.status <> e.status or i.paid <> e.paid or i.accepted_at is distinct from e.accepted_at`,

  'every event has a delivery to every endpoint that subscribed to it': `
    select e.id, e.type, w.url from events e join webhooks w on w.app_id = e.app_id
    left join deliveries d on d.event_id = e.id and d.webhook_id = w.id
    where w.created_at < e.created_at and w.enabled and w.deleted_at is null
      and (w.events is null or e.type = any(w.events)) and d.id is null
      and (w.door_id is null or exists (select from app_tokens t where t.id = w.door_id))
      and (not w.by_order or exists (
        select from webhook_orders o where o.webhook_id = w.id and o.invoice_id = e.invoice_id))`,
};

async function creditsOffChain(db: Database, chain: Anvil): Promise<unknown[]> {
  const credits = await db.query<{ block: string; block_hash: string; tx_hash: string }>(
    `select distinct c.block, c.block_hash, f.tx_hash from credits c join transfers f on f.id = c.transfer_id
     where c.reversed_at is null`,
  );
  const answers = await Promise.all(
    credits.map(async (credit) => {
      const receipt = await chain.rpc<{ blockHash: string; status: string } | null>('eth_getTransactionReceipt', [
        credit.tx_hash,
      ]);
      return { ...credit, isThere: receipt?.blockHash === credit.block_hash && receipt.status === '0x1' };
    }),
  );
  return answers.filter((answer) => !answer.isThere);
}

// Fills an app by SQL with invoices in every status, with attempts, events and unmatched payments, like after years of
// sales.
import { randomUUID } from 'node:crypto';
import { rowSeals } from '../../src/features/known/row-seals/sealed-rows.ts';
import { createRowMac } from '../../src/io/secrets/row-mac.ts';
import { type Client, type Json, ok } from '../../test/rig/client.ts';
import { runSql } from '../bench-database.ts';

/** The app to fill, and the rows to copy: one of its invoices, an attempt to pay it, and an event. */
export interface Model {
  readonly databaseUrl: string;
  readonly appId: string;
  readonly invoiceId: string;
  readonly transactionId: string;
  /** The key of the instance. Addresses of attempts are shown only if they are signed with it. */
  readonly secretKey: Buffer;
}

/** Creates the rows to copy, as a customer would, in an app that accepts ETH on `local`. */
export async function modelOf(databaseUrl: string, api: Client, appId: string): Promise<Omit<Model, 'secretKey'>> {
  const invoice = await ok<Json>(
    api.post('/invoice', { total: '100.00', currency: 'USD', order: { reference: 'model' } }),
  );
  const from = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
  const attempt = await ok<Json>(
    api.post('/transaction', { invoice_id: invoice.id, from, cryptocurrency: 'ETH', network: 'local' }),
  );
  return { databaseUrl, appId, invoiceId: invoice.id, transactionId: attempt.id };
}

/**
 * For each thousand invoices, so that with ten thousand each list has a page far behind its first. All others are paid.
 * The reference of an order is its number; every 50 orders, one was requested twice.
 */
const share = { open: 10, partially_paid: 10, expired: 30, canceled: 10 };

/**
 * Adds the invoices `from` to `to` (numbers from 1), each with an attempt and an event. Every fifth has an unmatched
 * payment, of which one in twenty still waits. They are one second apart, oldest first. Foreign keys are not checked,
 * since all rows are copies of valid rows.
 */
export async function fillApp(model: Model, from: number, to: number): Promise<void> {
  await stageAttempts(model, from, to);
  const ids = 'create temporary table filling as select a.n, gen_random_uuid() as invoice, a.id as attempt, a.mac';
  await runSql(
    model.databaseUrl,
    `set session_replication_role = replica; set synchronous_commit = off;
     ${ids}, timestamptz '2020-01-01' + a.n * interval '1 second' as at,
       case when a.n % 1000 < ${share.open} then 'open' when n % 1000 < ${upTo('partially_paid')} then 'partially_paid'
         when n % 1000 < ${upTo('expired')} then 'expired' when n % 1000 < ${upTo('canceled')} then 'canceled'
         else 'paid' end as status
       from staged_attempts a;
     drop table staged_attempts;
     insert into invoices (id, app_id, status, currency, total, reference, "order", customer, metadata, sequence,
         expires_at, deadline, created_at, updated_at)
       select f.invoice, i.app_id, f.status, i.currency, i.total,
         'order-' || (case when f.status = 'canceled' then f.n + 50 else f.n end),
         i."order", i.customer, i.metadata, 1, f.at + interval '1 day', f.at + interval '1 day', f.at, f.at
       from filling f, invoices i where i.id = '${model.invoiceId}';
     insert into transactions (id, invoice_id, app_id, network_id, asset_id, sender, recipient, recipient_mac,
         rate, rate_evidence, amount, quoted, status, hash, block, block_hash, received,
         required_confirmations, created_at, updated_at)
       select f.attempt, f.invoice, t.app_id, t.network_id, t.asset_id, t.sender, t.recipient, f.mac,
         t.rate, t.rate_evidence, f.n, t.quoted,
         case f.status when 'paid' then 'success' when 'open' then 'processing' else 'canceled' end,
         case f.status when 'paid' then '0x' || f.n end, case f.status when 'paid' then f.n end,
         case f.status when 'paid' then '0x' || f.n end, case f.status when 'paid' then f.n end,
         t.required_confirmations, f.at, f.at
       from filling f, transactions t where t.id = '${model.transactionId}';
     insert into events (id, app_id, type, invoice_id, sequence, data, created_at)
       select
         overlay(overlay(gen_random_uuid()::text placing lpad(to_hex(f.n), 8, '0') from 1) placing '7' from 15)::uuid,
         e.app_id, 'invoice.created', f.invoice, 1, e.data, now() - interval '20 days' + f.n * interval '1 millisecond'
       from filling f,
         (select app_id, data from events where invoice_id = '${model.invoiceId}' order by sequence limit 1) e;
     insert into transfers (id, network_id, tx_hash, position, asset_id, sender, recipient, amount, succeeded, block,
         block_hash, block_time, seen_at, disposition, created_at, updated_at)
       select f.attempt, t.network_id, '0x' || f.n, '0', t.asset_id, t.sender, t.recipient, f.n, true, f.n,
         '0x' || f.n, f.at, f.at, 'unmatched', f.at, f.at
       from transactions t, filling f where t.id = '${model.transactionId}' and f.n % 5 = 0;
     insert into unmatched_payments (id, app_id, transfer_id, reason, status, created_at, updated_at)
       select f.invoice, '${model.appId}', f.attempt, 'unknown',
         case when f.n % 100 = 0 then 'waiting' when f.n % 10 = 0 then 'assigned' else 'dismissed' end, f.at, f.at
       from filling f where f.n % 5 = 0;`,
  );
}

/** New ids of attempts, each with the MAC over its payment address. */
async function signedAttempts({ databaseUrl, transactionId, secretKey }: Model, count: number) {
  const [model] = await runSql<{ networkId: string; recipient: string }>(
    databaseUrl,
    'select network_id as "networkId", recipient from transactions where id = $1',
    [transactionId],
  );
  if (model === undefined) throw new Error('There is no attempt to copy');
  const seals = rowSeals(createRowMac([secretKey]));
  const ids = Array.from({ length: count }, () => randomUUID());
  return { ids, macs: ids.map((id) => seals.sign('recipient', { id, ...model })) };
}

async function stageAttempts(model: Model, from: number, to: number): Promise<void> {
  const { ids, macs } = await signedAttempts(model, to - from + 1);
  await runSql(model.databaseUrl, 'create unlogged table staged_attempts (n int, id uuid, mac bytea)');
  await runSql(
    model.databaseUrl,
    `insert into staged_attempts select $1 + a.place - 1, a.id, a.mac
     from unnest($2::uuid[], $3::bytea[]) with ordinality a (id, mac, place)`,
    [from, ids, macs],
  );
}

function upTo(status: 'partially_paid' | 'expired' | 'canceled'): number {
  const names = Object.keys(share) as (keyof typeof share)[];
  return names.slice(0, names.indexOf(status) + 1).reduce((sum, name) => sum + share[name], 0);
}

/** Gives one invoice of the app this many paid parts and unpaid attempts. */
export async function fillInvoice(model: Model, invoiceId: string, paid: number, unpaid: number): Promise<void> {
  const { ids, macs } = await signedAttempts(model, paid + unpaid);
  await runSql(
    model.databaseUrl,
    `insert into transactions select (json_populate_record(t, json_build_object('id', a.id, 'recipient_mac', a.mac,
         'invoice_id', $1::text,
         'status', case when n <= $3 then 'success' else 'canceled' end, 'amount', 10 ^ 12 + n,
         'hash', case when n <= $3 then '0x' || n end, 'block', case when n <= $3 then n end,
         'block_hash', case when n <= $3 then '0x' || n end, 'received', case when n <= $3 then n end,
         'created_at', now() + n * interval '1 second'))).*
       from transactions t, unnest($4::uuid[], $5::bytea[]) with ordinality a (id, mac, n) where t.id = $2`,
    [invoiceId, model.transactionId, paid, ids, macs],
  );
}

// Rows are lost, by an old copy of the database or by pruning: no payment is lost, and none counts twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type Json, ok, until } from '../rig/client.ts';
import { quittance } from '../rig/service/command-line.ts';
import { type Customer, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

const confirmations = 3;
let stage: Stage;
let shop: Shop;
let customer: Customer;
/** A shop that is paid at one address per transaction. */
let seller: Shop;

before(async () => {
  stage = await startStage({ confirmations });
  shop = await stage.shop();
  customer = await stage.customer();
  seller = await stage.shop({ receives: 'xpub' });
});

after(() => stage?.close());

test('only old invoices that no money reached are pruned, and what is paid to one later waits', async () => {
  const [paid, partly] = [await sale(), await sale()];
  await pay(paid.attempt);
  await pay(partly.attempt, units(partly.attempt.amount, 18) / 2n);
  await stage.invoiceBecomes(paid.invoice.id, { status: 'paid' });
  await stage.invoiceBecomes(partly.invoice.id, { status: 'partially_paid' });
  const order = { reference: 'A-1' };
  const [expired, canceled, named] = [await sale(), await sale({ order }), await sale()];
  const [claimed, young] = [await sale(), await sale()];
  for (const { invoice } of [canceled, named, claimed, young]) await ok(seller.api.delete(`/invoice/${invoice.id}`));
  await pay(named.attempt);
  await until(async () => (await waiting()).length === 1, 'what was paid to a canceled invoice to wait');
  await stage.pass(2_000);
  for (const { invoice } of [expired, partly]) await stage.invoiceBecomes(invoice.id, { status: 'expired' });
  await stage.database.db.query(
    `update invoices set created_at = created_at - interval '40 days', updated_at = updated_at - interval '40 days'
     where id <> $1`,
    [young.invoice.id],
  );

  // A shop placed one of them in another dialect.
  const terms = { app_id: seller.app.id, url: 'https://shop.example/hook' };
  const endpoint = await ok<Json>(stage.merchant.api.post('/webhook', terms));
  await stage.database.db.query(
    `insert into webhook_orders (webhook_id, order_no, invoice_id, app_id, money, notify_url, details, created_at)
     values ($1, '1', $2, $3, '1.00', 'https://shop.example/notify', '{}', now())`,
    [endpoint.id, expired.invoice.id, seller.app.id],
  );

  for (const [words, named] of [
    [[], /^quittance: --before is missing\.\n$/],
    [['--before', 'spring'], /^quittance: --before must be a day/],
    [['--before', '2026-02-30'], /^quittance: --before must be a day/],
    [['--before', daysAgo(29)], /^quittance: --before must be at least 30 days ago/],
  ] as const) {
    const refused = await prune(...words);
    assert.equal(refused.code, 1, refused.stdout);
    assert.match(refused.stderr, named);
  }
  const dry = await prune('--before', daysAgo(32), '--dry-run');
  assert.deepEqual([dry.code, dry.stdout], [0, '3 invoices would be pruned; nothing was deleted.\n'], dry.stderr);
  const all = [paid, partly, expired, canceled, named, claimed, young];
  assert.deepEqual(await Promise.all(all.map(isThere)), [true, true, true, true, true, true, true]);

  const done = await whileItIsClaimed(claimed.attempt, () => prune('--before', daysAgo(32), '--json'));
  assert.equal(done.code, 0, done.stderr);
  assert.equal((JSON.parse(done.stdout) as Json).pruned, 2);
  assert.match(done.stderr, /^\d+ checked, 2 pruned$/m);
  assert.deepEqual(await Promise.all(all.map(isThere)), [true, true, false, false, true, true, true]);
  assert.equal((await stage.database.db.query('select from webhook_orders')).length, 0);
  const log = await ok<Json[]>(stage.merchant.api.get('/audit-log', { query: { app_id: seller.app.id } }));
  const entries = log.filter(({ action }) => action === 'invoices.pruned');
  assert.ok(entries.every(({ actor }) => actor === 'command_line'));
  assert.equal(
    entries.reduce((sum, { after }) => sum + after.count, 0),
    2,
  );

  await pay(expired.attempt);
  const late = await until(async () => {
    const found = await waiting();
    return found.length === 2 ? found[0] : null;
  }, 'the late payment to wait for the merchant');
  assert.deepEqual([late?.amount, late?.candidates], [expired.attempt.amount, []]);
  const next = await sale();
  assert.ok(!all.some(({ attempt }) => attempt.to === next.attempt.to), 'an address was shown twice');
  // The last price of a reference is kept after its invoice is pruned.
  await ok(seller.api.post('/invoice', { total: '0.01', currency: 'USD', order }));
  const judged = await ok<Json[]>(stage.merchant.api.get('/audit-log', { query: { app_id: seller.app.id } }));
  const cheaper = judged.find(({ action }) => action === 'invoice.changed');
  assert.deepEqual([cheaper?.before.total, cheaper?.after.total], ['10.00', '0.01']);
  const again = await prune('--before', daysAgo(32));
  assert.deepEqual([again.code, again.stdout], [0, '0 invoices were pruned.\n'], again.stderr);
});

test('F25-old-backup: payments after the backup are found again, credited once, and announced', async () => {
  const invoices = [await shop.invoice('100.00'), await shop.invoice('50.00')];
  const attempts = [];
  for (const invoice of invoices) attempts.push(await stage.attempt(invoice, customer.address));
  const [first, second] = attempts;
  await customer.pay(first.to, units(first.amount, 18));
  await stage.mine(1);
  const seen = await stage.transactionBecomes(first.id, { confirmations: 1 });
  const restore = await backUp();
  await customer.pay(second.to, units(second.amount, 18));
  await stage.mine(confirmations);
  const paid = [];
  for (const invoice of invoices) paid.push(await stage.invoiceBecomes(invoice.id, { status: 'paid' }));
  await restore();
  for (const [at, invoice] of invoices.entries()) {
    const again = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
    assert.deepEqual([again.paid, again.pending, again.exceptions], [paid[at].paid, '0.00', []]);
    const told = await shop.events(invoice.id);
    assert.equal(told.filter((event) => event.type === 'invoice.paid').length, 1);
    assert.equal((await stage.transactionsOf(invoice.id)).length, 1);
  }
  assert.equal((await stage.getTransaction(first.id)).hash, seen.hash);
});

/**
 * Copies the database while it is not in use, and returns a function that restores the copy. The service is started
 * again after each.
 */
async function backUp(): Promise<() => Promise<void>> {
  const url = new URL(stage.database.url);
  const name = url.pathname.slice(1);
  const copy = `${name}_copy`;
  await stage.service.kill('SIGTERM');
  await asAdmin(`create database ${copy} template ${name} strategy wal_log`);
  await stage.service.restart();
  return async () => {
    await stage.service.kill('SIGTERM');
    await asAdmin(`drop database ${name} with (force)`);
    await asAdmin(`alter database ${copy} rename to ${name}`);
    await stage.service.restart();
    await stage.caughtUp();
  };
}

/**
 * Runs a statement from another database of the same server. First ends the connections to the database that is copied.
 */
async function asAdmin(statement: string): Promise<void> {
  const url = new URL(stage.database.url);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  try {
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}

const prune = (...words: string[]) => quittance(stage.service, ['invoices', 'prune', ...words]);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const waiting = () => ok<Json[]>(seller.api.get('/unmatched-payments', { query: { app_id: seller.app.id } }));

/** An invoice over ten dollars that expires soon, and a transaction with its own address. */
async function sale(more: Json = {}): Promise<{ invoice: Json; attempt: Json }> {
  const invoice = await seller.invoice('10.00', { expires_in: 300, ...more });
  return { invoice, attempt: await stage.attempt(invoice, customer.address) };
}

async function pay(attempt: Json, amount = units(attempt.amount, 18)): Promise<void> {
  await customer.pay(attempt.to, amount);
  await stage.mine(4);
}

async function isThere({ invoice, attempt }: { invoice: Json; attempt: Json }): Promise<boolean> {
  const statuses = [
    (await stage.anyone.get(`/invoice/${invoice.id}`)).status,
    (await stage.anyone.get(`/transaction/${attempt.id}`)).status,
  ];
  assert.ok(
    statuses.every((one) => one === statuses[0] && (one === 200 || one === 404)),
    statuses.join(' and '),
  );
  return statuses[0] === 200;
}

/** Starts to prune while another session decides about this transaction, and then records a claim of it. */
async function whileItIsClaimed<T>(attempt: Json, act: () => Promise<T>): Promise<T> {
  const { db } = stage.database;
  const { acting } = await db.atomically(async (trx) => {
    await trx.query('select from invoices where id = $1 for update', [attempt.invoice_id]);
    const acting = act();
    await until(async () => {
      const rows = await db.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%from invoices%for update%'`,
      );
      return rows.length > 0;
    }, 'the pruning to wait for the invoice');
    await trx.query(
      `insert into payment_claims (id, transaction_id, network_id, tx_hash, created_at)
       select gen_random_uuid(), id, network_id, 'a payment', now() from transactions where id = $1`,
      [attempt.id],
    );
    return { acting };
  });
  return acting;
}

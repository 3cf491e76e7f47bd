// The service crashes at many moments, loses its database, freezes, or runs twice: money counts once and every event
// arrives.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { type Client, client, type Json, ok, until } from '../rig/client.ts';
import {
  type Chance,
  chance,
  commitsLater,
  cutConnections,
  killAgainAndAgain,
  retryUntilAnswered,
} from '../rig/faults.ts';
import { type Receiver, startReceiver, verify } from '../rig/receiver.ts';
import { startService } from '../rig/service.ts';
import { type Customer, endLeases, etherFor, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

const confirmations = 3;
let stage: Stage;
let receiver: Receiver;
const luck = chance();

before(async () => {
  stage = await startStage({ own: 'it is killed and stopped', confirmations });
  receiver = await startReceiver();
});

after(async () => {
  await stage?.close();
  await receiver?.close();
});

interface Listening {
  readonly shop: Shop;
  readonly webhook: Json;
  readonly url: string;
}

/** A shop with its own endpoint, so that the received events can be compared with the recorded ones. */
async function listeningShop(): Promise<Listening> {
  const shop = await stage.shop();
  const url = `${receiver.url}/${shop.app.id}`;
  const webhook = await ok<Json>(shop.api.post('/webhook', { app_id: shop.app.id, url }));
  return { shop, webhook, url };
}

/** Every event of the shop arrived at least once, correctly signed, and nothing else did. */
async function everyEventArrived({ shop, webhook, url }: Listening): Promise<void> {
  const told = await stage.database.db.query<{ id: string; type: string }>(
    'select id, type from events where app_id = $1 and created_at > $2 order by id',
    [shop.app.id, webhook.created_at],
  );
  const arrived = () => receiver.received.filter((request) => url.endsWith(request.path));
  await until(
    () => new Set(arrived().map((request) => request.headers['webhook-id'])).size >= told.length,
    () => `${told.length} events to arrive; ${arrived().length} requests came`,
    { withinMs: 120_000 },
  );
  const types = new Map(told.map((event) => [event.id, event.type]));
  const bodies = new Map<string, string>();
  for (const request of arrived()) {
    const id = request.headers['webhook-id'] as string;
    assert.equal(verify(request, webhook.secret).type, types.get(id));
    assert.equal(bodies.get(id) ?? request.body, request.body, 'a repeat has the same body');
    bodies.set(id, request.body);
  }
  await until(async () => {
    const left = await stage.database.db.query(
      `select d.id from deliveries d join events e on e.id = d.event_id
       where e.app_id = $1 and d.status <> 'delivered'`,
      [shop.app.id],
    );
    return left.length === 0;
  }, 'every delivery to be recorded as delivered');
}

/** The story of two installments, with callers that repeat requests without a response. */
async function twoInstallments(shop: Shop, customer: Customer): Promise<string> {
  const once = () => ({ headers: { 'idempotency-key': randomUUID() } });
  const create = once();
  const terms = { total: '100.00', currency: 'USD' };
  const invoice = await retryUntilAnswered<Json>(() => shop.api.post('/invoice', terms, create), 'the invoice is made');
  const attempt = async (cryptocurrency: string): Promise<Json> => {
    const key = once();
    const wish = { invoice_id: invoice.id, from: customer.address, cryptocurrency, network: 'local' };
    return retryUntilAnswered<Json>(
      () => stage.anyone.post('/transaction', wish, key),
      `the attempt in ${cryptocurrency} is made`,
    );
  };
  const becomes = (status: string) => {
    let now: unknown;
    return until(
      async () => {
        await stage.anvil.mine();
        now = await stage.anyone.get<Json>(`/invoice/${invoice.id}`).catch((error: unknown) => error);
        return (now as { body?: Json }).body?.status === status;
      },
      () => `the invoice is ${status}: ${inspect(now)}\n${stage.service.lines.slice(-40).join('\n')}`,
      { withinMs: 180_000, everyMs: 100 },
    );
  };
  const first = await attempt('ETH');
  await customer.pay(first.to, etherFor('40.00'));
  await becomes('partially_paid');
  const second = await attempt('USDT');
  await customer.payToken(second.to, units(second.amount, 6));
  await becomes('paid');
  return invoice.id;
}

async function paidOnceInTwoParts(invoiceId: string, shop: Shop): Promise<void> {
  const paid = await stage.invoiceBecomes(invoiceId, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.pending, paid.exceptions], ['100.00', '0.00', []]);
  const attempts = await stage.transactionsOf(invoiceId);
  assert.deepEqual(
    attempts.map((one) => one.status),
    ['success', 'success'],
  );
  const [credits] = await stage.database.db.query<{ count: string; value: string }>(
    'select count(*), sum(value) as value from credits where invoice_id = $1',
    [invoiceId],
  );
  assert.deepEqual(credits, { count: '2', value: '10000' });
  const events = await shop.events(invoiceId);
  assert.deepEqual(
    events.map((event) => [event.sequence, event.type]),
    [
      ...['invoice.created', 'transaction.created', 'transaction.detected', 'transaction.succeeded'],
      ...['invoice.partially_paid', 'transaction.created', 'transaction.detected', 'transaction.succeeded'],
      'invoice.paid',
    ].map((type, at) => [at + 1, type]),
  );
}

for (const round of ['first', 'second']) {
  test(`F14-kill-at-any-moment, the ${round} time: two installments end as if nothing had happened`, async (t) => {
    tell(t, luck);
    const listening = await listeningShop();
    const customer = await stage.customer();
    const [invoiceId] = await Promise.all([
      twoInstallments(listening.shop, customer),
      killAgainAndAgain(stage, luck, 5, 14),
    ]);
    await paidOnceInTwoParts(invoiceId, listening.shop);
    await everyEventArrived(listening);
  });
}

test('F14-kill-while-catching-up: payments during a downtime are credited once, after any kill', async (t) => {
  tell(t, luck);
  const listening = await listeningShop();
  const { attempts, customers } = await manyAttempts(listening.shop, 20);
  await stage.crash();
  for (const [at, attempt] of attempts.entries()) {
    await (customers[at] as Customer).pay(attempt.to, units(attempt.amount, 18));
    await stage.anvil.mine(10);
  }
  await stage.service.restart();
  await killAgainAndAgain(stage, luck, 6, 10);
  await stage.caughtUp();
  await allPaidOnce(attempts);
  await everyEventArrived(listening);
});

test('F15-F29-connections-lost: nothing counts twice when the database drops connections', async (t) => {
  tell(t, luck);
  const listening = await listeningShop();
  const { attempts, customers } = await manyAttempts(listening.shop, 12);
  const end = new AbortController();
  const cutting = cutConnections(stage.database.db, luck, end.signal);
  for (const [at, attempt] of attempts.entries()) {
    await (customers[at] as Customer).pay(attempt.to, units(attempt.amount, 18));
    await stage.anvil.mine();
    await commitsLater(stage, luck.below(4));
  }
  await stage.anvil.mine(confirmations);
  end.abort();
  assert.ok((await cutting) > 0, 'a connection was cut');
  await stage.caughtUp();
  await allPaidOnce(attempts);
  await everyEventArrived(listening);
});

test('F13-two-at-once: an old and a new process overlap, and the old one ends with 0', async () => {
  const listening = await listeningShop();
  const customer = await stage.customer();
  const newer = await startService(stage.options);
  try {
    const first = await twoInstallments(listening.shop, customer);
    await paidOnceInTwoParts(first, listening.shop);
    assert.equal(await stage.service.kill('SIGTERM'), 0);
    const api = client(newer.apiUrl);
    assert.equal((await ok<Json>(api.get(`/invoice/${first}`))).status, 'paid');
    const attempt = await payThrough(api, listening.shop);
    await until(async () => {
      await stage.anvil.mine();
      return (await ok<Json>(api.get(`/transaction/${attempt}`))).status === 'success';
    }, 'the newer copy to follow the chain');
    await stage.service.restart();
  } finally {
    assert.equal(await newer.stop(), 0);
  }
  await everyEventArrived(listening);
});

test('F13-frozen: a process that wakes up after its lease has ended credits nothing again', async () => {
  const listening = await listeningShop();
  const { attempts, customers } = await manyAttempts(listening.shop, 3);
  for (const [at, attempt] of attempts.entries())
    await (customers[at] as Customer).pay(attempt.to, units(attempt.amount, 18));
  const newer = await startService(stage.options);
  try {
    await stage.anvil.mine();
    process.kill(-stage.service.pid(), 'SIGSTOP');
    await noTransactionLeft();
    await endLeases(stage.database);
    await stage.anvil.mine(confirmations);
    await stage.caughtUp();
    process.kill(-stage.service.pid(), 'SIGCONT');
    await stage.anvil.mine(2);
    await stage.caughtUp();
    await allPaidOnce(attempts);
  } finally {
    process.kill(-stage.service.pid(), 'SIGCONT');
    assert.equal(await newer.stop(), 0);
  }
  await everyEventArrived(listening);
});

/** A process that froze during a commit holds its locks until PostgreSQL ends the transaction, a minute later. */
async function noTransactionLeft(): Promise<void> {
  const open = `select pid from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  const isOver = async () => (await stage.database.db.query(open)).length === 0;
  await until(isOver, 'every transaction to be over', { withinMs: 120_000 });
}

/** Transactions for invoices over 10.00, each by another customer. */
async function manyAttempts(shop: Shop, count: number): Promise<{ attempts: Json[]; customers: Customer[] }> {
  const attempts: Json[] = [];
  const customers: Customer[] = [];
  for (let at = 0; at < count; at += 1) {
    const customer = await stage.customer();
    attempts.push(await stage.attempt(await shop.invoice('10.00'), customer.address));
    customers.push(customer);
  }
  return { attempts, customers };
}

async function allPaidOnce(attempts: readonly Json[]): Promise<void> {
  for (const attempt of attempts) {
    const paid = await stage.invoiceBecomes(attempt.invoice_id, { status: 'paid' });
    assert.deepEqual([paid.paid, paid.pending, paid.exceptions], ['10.00', '0.00', []]);
    assert.deepEqual(
      (await stage.transactionsOf(attempt.invoice_id)).map((one) => [one.status, one.received_amount]),
      [['success', attempt.amount]],
    );
  }
}

/** Creates and pays an invoice over 10.00 through this process; returns the transaction's id. */
async function payThrough(api: Client, shop: Shop): Promise<string> {
  const customer = await stage.customer();
  const terms = { total: '10.00', currency: 'USD' };
  const invoice = await ok<Json>(api.as(shop.app.token).post('/invoice', terms));
  const wish = { invoice_id: invoice.id, from: customer.address, cryptocurrency: 'ETH', network: 'local' };
  const attempt = await ok<Json>(api.post('/transaction', wish));
  await customer.pay(attempt.to, units(attempt.amount, 18));
  return attempt.id;
}

function tell(t: TestContext, { seed }: Chance): void {
  t.diagnostic(`CRASH_SEED=${seed}`);
}

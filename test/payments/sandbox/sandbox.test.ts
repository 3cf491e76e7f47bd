// The sandbox simulates every outcome of a payment through the code for real payments, webhooks included, without using
// the chain.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { signRows } from '../../rig/access/signed-rows.ts';
import { type Json, ok, until } from '../../rig/client.ts';
import type { Merchant } from '../../rig/merchant.ts';
import { allMailsSent } from '../../rig/outside/queued-mails.ts';
import { type Received, type Receiver, startReceiver, verify } from '../../rig/receiver.ts';
import { openShop, type Shop } from '../../rig/shop.ts';
import { newAddress, newExtendedKey, units } from '../../rig/stage.ts';

let shop: Shop;
let receiver: Receiver;
let secret: string;

before(async () => {
  shop = await openShop();
  receiver = await startReceiver();
  secret = (await ok<Json>(shop.merchant.appApi.post('/webhook', { url: receiver.url }))).secret;
});
after(async () => {
  await shop?.close();
  await receiver?.close();
});

const simulate = (id: string, what: string) =>
  shop.merchant.appApi.post<Json>(`/sandbox/transaction/${id}/simulate`, { case: what });

/** Plays a case on a new invoice of 40 USD; returns the resulting objects and the events about them. */
async function story(what: string): Promise<{ transaction: Json; invoice: Json; attempts: Json[]; events: string[] }> {
  const { id } = await shop.invoice('40.00');
  const attempt = await shop.attempt(id);
  const heard = (await shop.eventTypes()).length;
  const transaction = await ok<Json>(simulate(attempt.id, what));
  return {
    transaction,
    invoice: await ok<Json>(shop.anyone.get(`/invoice/${id}`)),
    attempts: await ok<Json[]>(shop.anyone.get('/transactions', { query: { invoice_id: id } })),
    events: (await shop.eventTypes()).slice(heard),
  };
}

const paidEvents = ['transaction.detected', 'transaction.succeeded', 'invoice.paid'];

test('paid: the transaction succeeds, the invoice is paid, and signed webhooks tell of it', async () => {
  const { transaction, invoice, events } = await story('paid');
  assert.deepEqual(
    [transaction.status, transaction.block, transaction.received_amount, transaction.matched_by],
    ['success', 0, '0.02', 'amount'],
  );
  assert.match(transaction.hash, /^0x0{32}[0-9a-f]{32}$/);
  assert.deepEqual([invoice.status, invoice.paid, invoice.exceptions], ['paid', '40.00', []]);
  assert.deepEqual(events, paidEvents);
  const told = (await receiver.until(5)).map((request) => verify(request, secret).type);
  assert.deepEqual(told.sort(), ['invoice.created', 'transaction.created', ...paidEvents].sort());
});

test('deliveries carry the number of the event, and of a transaction its invoice’s metadata', async () => {
  const facts = { reference: `order-${crypto.randomUUID()}`, metadata: { order_id: '77', note: '"}' } };
  const { id } = await shop.invoice('12.00', { order: { reference: facts.reference }, metadata: facts.metadata });
  const from = shop.anvil.accounts[2]?.address;
  const body = { invoice_id: id, from, cryptocurrency: 'ETH', network: 'local' };
  const key = { headers: { 'idempotency-key': crypto.randomUUID() } };
  const attempt = await ok<Json>(shop.anyone.post('/transaction', body, key));
  await ok(simulate(attempt.id, 'paid'));
  const listed = (await ok<Json[]>(shop.merchant.appApi.get('/events', { query: { limit: 100 } }))).filter(
    (event) => event.invoice_id === id,
  );
  assert.deepEqual(
    listed.map(({ sequence }) => sequence),
    [5, 4, 3, 2, 1],
  );
  const deliveryOf = (eventId: string) =>
    until(
      async () => receiver.received.findLast((one) => one.headers['webhook-id'] === eventId) ?? null,
      'the delivery',
    );
  const all = await Promise.all(listed.map((event) => deliveryOf(event.id)));
  for (const [index, event] of listed.entries()) {
    const { type, timestamp, sequence, data } = event;
    assert.deepEqual(verify(all[index] as Received, secret), { type, timestamp, sequence, data });
    const { reference, metadata } = type.startsWith('transaction.') ? data : { ...data, ...data.order };
    assert.deepEqual({ reference, metadata }, facts, type);
    assert.deepEqual(await ok<Json>(shop.merchant.appApi.get(`/event/${event.id}`)), event);
  }

  // An event keeps the metadata of its time: a later delivery has the same body.
  await ok(shop.merchant.appApi.put(`/invoice/${id}`, { metadata: { order_id: '78' } }));
  const [, , , created] = listed;
  const [webhook] = await ok<Json[]>(shop.merchant.appApi.get('/webhooks'));
  const [delivery] = (
    await ok<Json[]>(shop.merchant.appApi.get(`/webhook/${webhook.id}/deliveries`, { query: { limit: 100 } }))
  ).filter((one) => one.event_id === created.id);
  await ok(shop.merchant.appApi.post(`/webhook-delivery/${delivery.id}/redeliver`, {}));
  const sent = () => receiver.received.filter((one) => one.headers['webhook-id'] === created.id);
  await until(async () => sent().length === 2, 'the event to be delivered again');
  assert.equal(sent()[0]?.body, sent()[1]?.body);

  // The customer's view shows none of it, neither on reading nor on a repeated request.
  const repeated = await shop.anyone.post<Json>('/transaction', body, key);
  assert.deepEqual([repeated.status, repeated.body], [201, attempt]);
  const shown = await ok<Json[]>(shop.anyone.get('/transactions', { query: { invoice_id: id } }));
  for (const one of [attempt, repeated.body, ...shown]) assert.ok(!('metadata' in one) && !('reference' in one));
});

test('underpaid: a part is credited', async () => {
  const { transaction, invoice, events } = await story('underpaid');
  // Half of the amount, which may be up to a thousandth higher to be unique.
  assert.match(invoice.paid, /^20\.0[0-2]$/);
  assert.deepEqual([transaction.status, invoice.status], ['success', 'partially_paid']);
  assert.equal(events.at(-1), 'invoice.partially_paid');
});

test('overpaid: all of it is credited, and the invoice says so', async () => {
  const { invoice, attempts } = await story('overpaid');
  // One and a half times the amount, at 2,000 USD. The amount itself may be slightly higher to be unique.
  const cents = (units(attempts[0].received_amount, 18) * 200_000n) / 10n ** 18n;
  assert.ok(cents >= 6_000n && cents <= 6_006n);
  assert.deepEqual([invoice.status, invoice.paid, invoice.exceptions], ['paid', `60.0${cents - 6_000n}`, ['overpaid']]);
});

test('late: the attempt expires, and the payment becomes a late transaction', async () => {
  const { transaction, invoice, attempts, events } = await story('late');
  assert.deepEqual([transaction.status, transaction.reason], ['canceled', 'expired']);
  assert.deepEqual([attempts[0].reason, attempts[0].status, invoice.status], ['late', 'success', 'paid']);
  assert.deepEqual(events, ['transaction.canceled', 'transaction.created', ...paidEvents]);
});

test('wrong_asset: the payment waits among the unmatched', async () => {
  const { transaction, invoice, events } = await story('wrong_asset');
  assert.deepEqual([transaction.status, invoice.status], ['processing', 'open']);
  assert.deepEqual(events, ['payment.unmatched']);
  const [payment] = await ok<Json[]>(shop.merchant.appApi.get('/unmatched-payments'));
  assert.deepEqual(
    [payment.reason, payment.cryptocurrency, payment.candidates[0]],
    ['wrong_asset', 'USDT', transaction.id],
  );
});

test('failed: the transaction is rejected', async () => {
  const { transaction, invoice, events } = await story('failed');
  assert.deepEqual([transaction.status, transaction.reason], ['rejected', 'failed_on_chain']);
  assert.deepEqual([invoice.status, events], ['open', ['transaction.rejected']]);
});

test('reorged: the payment succeeds and is taken back', async () => {
  const { transaction, invoice, events } = await story('reorged');
  assert.deepEqual([transaction.status, transaction.reason], ['rejected', 'reorged']);
  assert.deepEqual([invoice.status, invoice.paid, invoice.exceptions], ['open', '0.00', ['reorged']]);
  assert.deepEqual(events, [...paidEvents, 'transaction.rejected', 'invoice.reversed']);
});

test('an invoice that lost its payment to a reorg needs attention until the merchant acts or it is paid', async () => {
  const app = await shop.newMerchant({
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'address', value: newAddress() }],
  });
  const listed = async () => {
    const concerns = await ok<Json[]>(app.appApi.get(`/app/${app.app.id}/attention`));
    return concerns.find(({ kind }) => kind === 'payments_reorged')?.ids ?? [];
  };
  const play = async (id: string, what: string) =>
    ok<Json>(app.appApi.post(`/sandbox/transaction/${(await requestOf(app, id)).id}/simulate`, { case: what }));
  const reorged = async () => {
    const { id } = await ok<Json>(app.appApi.post('/invoice', { total: '40.00', currency: 'USD' }));
    assert.ok(!(await listed()).includes(id));
    await play(id, 'reorged');
    assert.ok((await listed()).includes(id));
    return id as string;
  };
  const acts: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    canceled: (id) => ok(app.api.delete(`/invoice/${id}`)),
    settled: (id) => ok(app.api.post(`/invoice/${id}/settle`, { reason: 'The customer is known.' })),
    'paid otherwise': (id) => play(id, 'paid'),
  };
  for (const [what, act] of Object.entries(acts)) {
    const [kept, id] = [await reorged(), await reorged()];
    await act(id);
    assert.ok(!(await listed()).includes(id), what);
    assert.ok((await listed()).includes(kept), what);
  }
  // After a later part, the rest is still missing.
  const id = await reorged();
  await play(id, 'underpaid');
  assert.ok((await listed()).includes(id));
});

test('expired and canceled end the attempt; unmatched leaves it open for an assignment', async () => {
  const expired = await story('expired');
  assert.deepEqual([expired.transaction.status, expired.transaction.reason], ['canceled', 'expired']);
  const canceled = await story('canceled');
  assert.deepEqual([canceled.transaction.status, canceled.transaction.reason], ['canceled', 'requested']);
  for (const { invoice, events } of [expired, canceled])
    assert.deepEqual([invoice.status, events], ['open', ['transaction.canceled']]);
  const { transaction, invoice, events } = await story('unmatched');
  assert.deepEqual([transaction.status, invoice.status, events], ['processing', 'open', ['payment.unmatched']]);
  const [payment] = await ok<Json[]>(shop.merchant.appApi.get('/unmatched-payments'));
  assert.deepEqual([payment.reason, payment.candidates[0]], ['unknown', transaction.id]);
  await ok(shop.merchant.appApi.post(`/unmatched-payment/${payment.id}/assign`, { invoice_id: invoice.id }));
  assert.match((await ok<Json>(shop.anyone.get(`/invoice/${invoice.id}`))).pending, /^26\.6/);
});

/**
 * The outcome of a case: the transaction's status, its reason, and the invoice's status; null if the case does not
 * change the invoice.
 */
const endings: Readonly<Record<string, readonly [status: string, reason: string | null, invoice: string | null]>> = {
  paid: ['success', null, 'paid'],
  underpaid: ['success', null, 'partially_paid'],
  overpaid: ['success', null, 'paid'],
  late: ['canceled', 'expired', 'paid'],
  wrong_asset: ['processing', null, null],
  failed: ['rejected', 'failed_on_chain', null],
  reorged: ['rejected', 'reorged', null],
  expired: ['canceled', 'expired', null],
  canceled: ['canceled', 'requested', null],
  unmatched: ['processing', null, null],
};

/** Creates a transaction in one situation, and returns it with the merchant of its app. */
type Situation = () => Promise<{ attempt: Json; app: Merchant }>;

const requestOf = (app: Merchant, invoiceId: string, cryptocurrency = 'ETH') =>
  ok<Json>(app.api.as(null).post(`/invoice/${invoiceId}/payment-request`, { cryptocurrency, network: 'local' }));

const situations = (derived: Merchant): Readonly<Record<string, Situation>> => {
  const invoiceOf = (app: Merchant) =>
    ok<Json>(app.appApi.post('/invoice', { total: '40.00', currency: 'USD' })).then(({ id }) => id as string);
  const ofShop = (attempt: Json) => ({ attempt, app: shop.merchant });
  return {
    'attempts of other invoices are open at the address, of the same and of another coin': async () => {
      await shop.attempt(await invoiceOf(shop.merchant));
      await shop.attempt(await invoiceOf(shop.merchant), 'USDT');
      const attempt = await shop.attempt(await invoiceOf(shop.merchant));
      await requestOf(shop.merchant, await invoiceOf(shop.merchant));
      return ofShop(attempt);
    },
    'a payment request, which names no sender, is among other attempts': async () => {
      await shop.attempt(await invoiceOf(shop.merchant));
      return ofShop(await requestOf(shop.merchant, await invoiceOf(shop.merchant)));
    },
    'the invoice has an open attempt in a second coin': async () => {
      const id = await invoiceOf(shop.merchant);
      await shop.attempt(id, 'USDT');
      return ofShop(await shop.attempt(id));
    },
    'the address is given out once': async () => {
      const id = await invoiceOf(derived);
      await requestOf(derived, id, 'USDT');
      return { attempt: await requestOf(derived, id), app: derived };
    },
    'the invoice is partially paid': async () => {
      const id = await invoiceOf(shop.merchant);
      await ok(simulate((await shop.attempt(id)).id, 'underpaid'));
      return ofShop(await requestOf(shop.merchant, id, 'USDT'));
    },
  };
};

test('each case ends as it is called, whatever else is open', async () => {
  const derived = await shop.newMerchant({
    accepts: [
      ['ETH', 'local'],
      ['USDT', 'local'],
    ],
    receives: [{ network: 'local', kind: 'xpub', value: newExtendedKey() }],
  });
  for (const [situation, open] of Object.entries(situations(derived)))
    for (const [what, [status, reason, then]] of Object.entries(endings)) {
      const { attempt, app } = await open();
      const path = `/invoice/${attempt.invoice_id}`;
      const before = await ok<Json>(shop.anyone.get(path));
      const played = await app.appApi.post<Json>(`/sandbox/transaction/${attempt.id}/simulate`, { case: what });
      assert.equal(played.status, 200, `${what}, where ${situation}: ${played.body.detail}`);
      const invoice = await ok<Json>(shop.anyone.get(path));
      assert.deepEqual(
        [played.body.status, played.body.reason, invoice.status],
        [status, reason, then ?? before.status],
        `${what}, where ${situation}`,
      );
      assert.equal(invoice.exceptions.includes('overpaid'), what === 'overpaid', `${what}, where ${situation}`);
      if (then === null) assert.equal(invoice.paid, before.paid, `${what}, where ${situation}`);
    }
});

test('a case that would end otherwise is refused with the reason, and changes nothing', async () => {
  const { id } = await shop.invoice('40.00');
  const [first, second] = [await shop.attempt(id), await shop.attempt(id, 'USDT')];
  await ok(simulate(first.id, 'paid'));
  const heard = (await shop.eventTypes()).length;
  const refused = await simulate(second.id, 'underpaid');
  assert.deepEqual([refused.status, refused.body.code], [409, 'simulation_refused']);
  assert.match(refused.body.detail, /the invoice paid, with 40\.00 of 40\.00 USD paid/);
  assert.deepEqual(await ok<Json>(shop.anyone.get(`/transaction/${second.id}`)), second);
  assert.equal((await shop.eventTypes()).length, heard);
  const cents = await shop.attempt((await shop.invoice('0.01')).id, 'USDT');
  assert.equal((await simulate(cents.id, 'underpaid')).body.code, 'simulation_refused');
  await ok(simulate(cents.id, 'overpaid'));
});

test('a real payment, and a real reorg, leave what was simulated alone, and the other way round', async () => {
  const simulated = await story('paid');
  const invoice = await shop.invoice('10.00');
  const from = shop.anvil.accounts[5]?.address as `0x${string}`;
  const attempt = await shop.attempt(invoice.id, 'ETH', from);
  await shop.anvil.send({ from, to: attempt.to, value: 5n * 10n ** 15n });
  await shop.anvil.mine(3);
  await shop.invoiceWhere(invoice.id, (one) => one.status === 'paid', 'the real invoice is paid');
  await shop.anvil.reorg(3);
  await shop.anvil.mine(1);
  await shop.invoiceWhere(invoice.id, (one) => one.status === 'open', 'the real payment is taken back');
  const untouched = await ok<Json>(shop.anyone.get(`/transaction/${simulated.transaction.id}`));
  assert.deepEqual([untouched.status, untouched.hash], ['success', simulated.transaction.hash]);
});

test('what was seen cannot be simulated, nor what is another’s, nor a case that is none', async () => {
  const attempt = await shop.attempt((await shop.invoice('7.00')).id);
  const wrong = await simulate(attempt.id, 'stolen');
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [422, 'case']);
  const stranger = await shop.newMerchant();
  const path = `/sandbox/transaction/${attempt.id}/simulate`;
  assert.equal((await stranger.api.post(path, { case: 'paid' })).status, 404);
  assert.equal((await shop.anyone.post(path, { case: 'paid' })).status, 401);
  await ok(simulate(attempt.id, 'paid'));
  const again = await simulate(attempt.id, 'paid');
  assert.deepEqual([again.status, again.body.code], [409, 'transaction_not_simulatable']);
});

test('two simulations at once play one story', async () => {
  const invoice = await shop.invoice('8.00');
  const attempt = await shop.attempt(invoice.id);
  const answers = await Promise.all([simulate(attempt.id, 'paid'), simulate(attempt.id, 'paid')]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await ok<Json>(shop.anyone.get(`/invoice/${invoice.id}`))).paid, '8.00');
});

test('sandbox receipts go to a confirmed owner, within a budget, and never to a stranger', async () => {
  const scammer = await shop.newMerchant({
    appName: 'You WON 1 BTC – claim at https://evil.example/claim',
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'xpub', value: newExtendedKey() }],
  });
  const [first, ...others] = Array.from({ length: 61 }, (_, n) => `stranger-${n}@example.com`);
  const pay = async (email: string | undefined) => {
    const order = { total: '1.00', currency: 'USD', customer: { email } };
    const { id } = await ok<Json>(scammer.appApi.post('/invoice', order));
    const attempt = await shop.attempt(id);
    await ok(scammer.appApi.post(`/sandbox/transaction/${attempt.id}/simulate`, { case: 'paid' }));
    return id as string;
  };
  const id = await pay(first);
  const told = (line: string) => line.includes('no owner has a confirmed address') && line.includes(id);
  await until(() => shop.service.lines.some(told), 'the log to say that nobody was mailed');

  await shop.db.query('update users set email_verified = true where email = $1', [scammer.email]);
  const [owner] = await shop.db.query<{ id: string }>('select id from users where email = $1', [scammer.email]);
  await signRows(shop, 'user', [owner?.id as string]);
  for (let n = 0; n < others.length; n += 10) await Promise.all(others.slice(n, n + 10).map(pay));
  await allMailsSent(shop.db);
  const file = join(shop.service.dataDir, 'unsent-mails.txt');
  const mails = existsSync(file) ? readFileSync(file, 'utf8') : '';
  assert.deepEqual(mails.match(/^To: stranger-.*/gm), null);
  const receipts = mails.split(/^Date: /m).filter((mail) => mail.includes('Your receipt from'));
  assert.equal(receipts.length, 20);
  for (const receipt of receipts) {
    assert.ok(
      receipt.includes(`\nTo: ${scammer.email}\nSubject: Your receipt from You WON 1 BTC – claim at\n`),
      receipt,
    );
    assert.ok(!receipt.includes('evil.example'), receipt);
  }
  assert.equal(shop.service.lines.filter((line) => line.includes('mail.held_back')).length, 40);
  const attention = await ok<Json[]>(scammer.appApi.get(`/app/${scammer.app.id}/attention`));
  assert.ok(attention.every(({ kind }) => kind !== 'receipts_held_back'));
});

// The tools of the sandbox: the test clock of a development app, which changes no other app, and made-up events.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { eventTypes } from '../../../src/core/event.ts';
import { type Json, ok, until } from '../../rig/client.ts';
import { projectRoot } from '../../rig/house/source-tree.ts';
import type { Merchant } from '../../rig/merchant.ts';
import { type Receiver, startReceiver, verify } from '../../rig/receiver.ts';
import { quittance } from '../../rig/service/command-line.ts';
import { openShop, type Shop } from '../../rig/shop.ts';
import { newAddress } from '../../rig/stage.ts';

let shop: Shop;
let receiver: Receiver;

before(async () => {
  shop = await openShop();
  receiver = await startReceiver();
});
after(async () => {
  await shop?.close();
  await receiver?.close();
});

const [minute, day] = [60, 86_400];
const gwei = 10n ** 9n;

const advance = (app: Merchant, seconds: number) =>
  ok<Json>(app.appApi.post('/sandbox/clock', { advance_seconds: seconds }));
const read = (path: string) => ok<Json>(shop.anyone.get(path));
const seconds = (time: string) => Date.parse(time) / 1000;
const newApp = (value = newAddress()) =>
  shop.newMerchant({ accepts: [['ETH', 'local']], receives: [{ network: 'local', kind: 'address', value }] });
const invoiceOf = (app: Merchant, total = '40.00') => ok<Json>(app.appApi.post('/invoice', { total, currency: 'USD' }));
/** An attempt that declares the sender with this index. */
const attemptOf = (invoice: Json, sender = 2) =>
  shop.attempt(invoice.id, 'ETH', shop.anvil.accounts[sender]?.address as string);
async function pay(attempt: Json, sender = 2): Promise<void> {
  const value = BigInt(Math.round(Number(attempt.amount) * 1e9)) * gwei;
  await shop.anvil.send({ from: shop.anvil.accounts[sender]?.address as `0x${string}`, to: attempt.to, value });
  await shop.anvil.mine(4);
}

test('an advance ends the quotes and invoices that expire within it, with their events', async () => {
  const app = await newApp();
  const before = await ok<Json>(app.appApi.get('/sandbox/clock'));
  assert.deepEqual([before.app_id, before.advanced_seconds], [app.app.id, 0]);
  const invoice = await invoiceOf(app);
  const attempt = await attemptOf(invoice);
  const moved = await advance(app, 20 * minute);
  assert.equal(moved.advanced_seconds, 1_200);
  assert.ok(seconds(moved.now) - seconds(before.now) >= 1_200);
  const ended = await read(`/transaction/${attempt.id}`);
  assert.deepEqual([ended.status, ended.reason], ['canceled', 'expired']);
  assert.equal((await read(`/invoice/${invoice.id}`)).status, 'open');
  await advance(app, day);
  const expired = await read(`/invoice/${invoice.id}`);
  assert.deepEqual([expired.status, expired.expires_at], ['expired', invoice.expires_at]);
  assert.deepEqual((await shop.eventTypes(app)).slice(-4), [
    'invoice.created',
    'transaction.created',
    'transaction.canceled',
    'invoice.expired',
  ]);
});

test('new invoices and quotes take their times from the clock, and are paid as always', async () => {
  const app = await newApp();
  const { now } = await advance(app, 3 * day);
  const invoice = await invoiceOf(app);
  const attempt = await attemptOf(invoice, 3);
  for (const time of [invoice.created_at, attempt.created_at]) assert.ok(Date.parse(time) >= Date.parse(now));
  assert.equal(seconds(invoice.expires_at) - seconds(invoice.created_at), day);
  assert.equal(seconds(attempt.expire_at) - seconds(attempt.created_at), 15 * minute);
  await pay(attempt, 3);
  const paid = await shop.invoiceWhere(invoice.id, (one) => one.status === 'paid', 'the invoice is paid');
  assert.deepEqual([paid.paid, paid.exceptions], ['40.00', []]);
  assert.ok(Date.parse(paid.paid_at) >= Date.parse(invoice.created_at));
  const part = await attemptOf(await invoiceOf(app, '50.00'), 4);
  await shop.anvil.send({
    from: shop.anvil.accounts[4]?.address as `0x${string}`,
    to: part.to,
    value: 10n ** 16n,
  });
  await shop.anvil.mine(4);
  const credited = await shop.transactionWhere(part.id, (one) => one.status === 'success', 'a part is credited');
  assert.equal(credited.matched_by, 'sender');
});

test('a quote is promised for seven days of the clock: then its payment waits for the merchant', async () => {
  const app = await newApp();
  const [first, second] = [await invoiceOf(app, '41.00'), await invoiceOf(app, '43.00')];
  const [late, forgotten] = [await attemptOf(first, 5), await attemptOf(second, 6)];
  await advance(app, 2 * day);
  await pay(late, 5);
  await shop.invoiceWhere(first.id, (one) => one.status === 'paid', 'the late payment is credited');
  await advance(app, 8 * day);
  // An open quote keeps the service reading the chain.
  await attemptOf(await invoiceOf(shop.merchant), 6);
  await pay(forgotten, 6);
  const waiting = await until(
    async () => (await ok<Json[]>(app.appApi.get('/unmatched-payments')))[0] ?? null,
    'the forgotten payment to wait',
  );
  assert.equal(waiting.amount, forgotten.amount);
  assert.equal((await read(`/invoice/${second.id}`)).status, 'expired');
});

test('an app of the same owner at the same address keeps its quotes, and is told apart by amounts', async () => {
  const [address, app] = [newAddress(), shop.merchant];
  const named = async (name: string) => {
    const made = await ok<Json>(
      app.api.post('/app', { name, url: 'https://shop.example', environment: 'development' }),
    );
    await ok(app.api.post('/app-cryptocurrency', { app_id: made.id, cryptocurrency: 'ETH', network: 'local' }));
    await ok(app.api.post('/app-address', { app_id: made.id, network: 'local', kind: 'address', value: address }));
    return { ...app, app: made, appApi: app.api.as(made.token) };
  };
  const [moved, still] = [await named('Moved'), await named('Still')];
  const kept = await attemptOf(await invoiceOf(still), 7);
  await advance(moved, 30 * day);
  const other = await attemptOf(await invoiceOf(moved), 8);
  assert.notEqual(other.amount, kept.amount);
  assert.equal((await read(`/transaction/${kept.id}`)).status, 'processing');
  assert.equal((await ok<Json>(still.appApi.get('/sandbox/clock'))).advanced_seconds, 0);
  await pay(kept, 7);
  await pay(other, 8);
  for (const { invoice_id: id } of [kept, other])
    await shop.invoiceWhere(id, (one) => one.status === 'paid', 'each invoice is paid by its own payment');
});

test('retries come due, and five days of failures switch an endpoint off', async () => {
  const app = await newApp();
  const webhook = await ok<Json>(app.appApi.post('/webhook', { url: receiver.url, events: ['invoice.created'] }));
  receiver.answer({ status: 500 });
  await invoiceOf(app);
  const attempts = async () => {
    const [delivery] = await ok<Json[]>(app.appApi.get(`/webhook/${webhook.id}/deliveries`));
    return (delivery?.attempts ?? 0) as number;
  };
  for (const [count, wait] of [
    [1, minute],
    [2, 6 * minute],
    [3, 6 * day],
  ] as const) {
    await until(async () => (await attempts()) === count, `attempt ${count}`);
    await advance(app, wait);
  }
  const off = await until(async () => {
    const read = await ok<Json>(app.appApi.get(`/webhook/${webhook.id}`));
    return read.enabled ? null : read;
  }, 'the endpoint to be switched off');
  assert.equal(off.disabled_reason, 'failing');
  receiver.answer({ status: 200 });
});

test('simultaneous advances add up, and none ends a payment that was seen', async () => {
  const app = await newApp();
  const invoice = await invoiceOf(app, '45.00');
  const attempt = await attemptOf(invoice, 9);
  await Promise.all([
    ok(app.appApi.post(`/sandbox/transaction/${attempt.id}/simulate`, { case: 'paid' })),
    ...[1, 2, 3].map((days) => advance(app, days * day)),
  ]).catch(async () => {
    // The advance was first: the quote had expired.
    assert.equal((await read(`/transaction/${attempt.id}`)).reason, 'expired');
  });
  const clock = await until(async () => {
    const read = await ok<Json>(app.appApi.get('/sandbox/clock'));
    return read.advanced_seconds === 6 * day ? read : null;
  }, 'all three advances');
  assert.ok(seconds(clock.now) > seconds(invoice.created_at) + 6 * day);
  const { status } = await read(`/invoice/${invoice.id}`);
  assert.equal(status, (await read(`/transaction/${attempt.id}`)).status === 'success' ? 'paid' : 'expired');
});

test('only a development app of the caller has a clock, which moves forward within its bounds', async () => {
  const app = await newApp();
  const stranger = await shop.newMerchant();
  const production = await shop.newMerchant({ environment: 'production' });
  const body = { app_id: app.app.id, advance_seconds: 60 };
  assert.equal((await stranger.api.post('/sandbox/clock', body)).status, 404);
  assert.equal((await shop.anyone.post('/sandbox/clock', body)).status, 401);
  for (const answer of [
    await production.api.post<Json>('/sandbox/clock', { ...body, app_id: production.app.id }),
    await production.api.get<Json>('/sandbox/clock', { query: { app_id: production.app.id } }),
  ])
    assert.deepEqual([answer.status, answer.body.code], [403, 'development_only']);
  await assert.rejects(
    shop.db.query('insert into app_clocks (app_id, advanced_seconds, advanced_at) values ($1, 1, now())', [
      production.app.id,
    ]),
    /is no development app/,
  );
  for (const advance_seconds of [0, -60, 0.5, 91 * day]) {
    const refused = await app.appApi.post<Json>('/sandbox/clock', { advance_seconds });
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'advance_seconds']);
  }
  await shop.db.query('insert into app_clocks (app_id, advanced_seconds, advanced_at) values ($1, 315360000, now())', [
    app.app.id,
  ]);
  const beyond = await app.appApi.post<Json>('/sandbox/clock', { advance_seconds: 1 });
  assert.deepEqual([beyond.status, beyond.body.errors[0].code], [422, 'out_of_range']);
  const key = { headers: { 'idempotency-key': crypto.randomUUID() } };
  const [one, again] = [
    await ok<Json>(stranger.appApi.post('/sandbox/clock', { advance_seconds: 60 }, key)),
    await ok<Json>(stranger.appApi.post('/sandbox/clock', { advance_seconds: 60 }, key)),
  ];
  assert.deepEqual(again, one);
});

test('a made-up event of each type has the documented form, and is delivered and listed as simulated', async () => {
  const app = await newApp();
  const { secret } = await ok<Json>(app.appApi.post('/webhook', { url: receiver.url }));
  const document = await ok<Json>(shop.anyone.get('/openapi.json'));
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', ...document });
  const heard = receiver.received.length;
  for (const type of eventTypes) {
    const event = await ok<Json>(app.appApi.post('/sandbox/event', { type }));
    assert.deepEqual([event.type, event.data.simulated], [type, true]);
    const isNumbered = /^(invoice|transaction|refund)\./.test(type);
    assert.deepEqual([event.invoice_id !== null, event.sequence !== null], [isNumbered, isNumbered], type);
    const pointer = `#/webhooks/${type}/post/requestBody`;
    const body = document.webhooks[type].post.requestBody;
    const at = body.$ref ?? pointer;
    const check = ajv.compile({ $ref: `api${at}/content/application~1json/schema` });
    const sent = { ...event, ...(isNumbered ? {} : { sequence: undefined }) };
    assert.ok(check(JSON.parse(JSON.stringify(sent))), `${type}: ${ajv.errorsText(check.errors)}`);
    assert.deepEqual(await ok<Json>(app.appApi.get(`/event/${event.id}`)), event);
    if (isNumbered && type.startsWith('invoice.'))
      assert.equal((await shop.anyone.get(`/invoice/${event.data.id}`)).status, 404, 'the object does not exist');
  }
  const told = (await receiver.until(heard + eventTypes.length)).slice(heard).map((one) => verify(one, secret));
  assert.deepEqual(told.map(({ type }) => type).sort(), [...eventTypes].sort());
  assert.ok(told.every(({ data }) => (data as Json).simulated === true));
  const { currencies, cryptocurrencies } = await ok<Json>(app.api.get(`/app/${app.app.id}/balance-sheet`));
  assert.deepEqual([currencies, cryptocurrencies], [[], []]);
  assert.deepEqual(await ok<Json[]>(app.appApi.get('/invoices')), []);
  const receipts = await shop.db.query("select 1 from tasks where kind = 'receipt'");
  assert.equal(receipts.length, 0);
});

test('trigger emits an event for a development app, and suggests the nearest type', async () => {
  const app = await newApp();
  const production = await shop.newMerchant({ environment: 'production' });
  const trigger = (...args: string[]) => quittance(shop.service, ['trigger', ...args]);
  const made = await trigger('invoice.paid', '--app', app.app.id, '--json');
  assert.equal(made.code, 0, made.stderr);
  const event = JSON.parse(made.stdout);
  assert.deepEqual(await ok<Json>(app.appApi.get(`/event/${event.id}`)), event);
  assert.deepEqual((await trigger('--list')).stdout.trim().split('\n'), [...eventTypes]);
  const typo = await trigger('invoice.payed', '--app', app.app.id);
  assert.notEqual(typo.code, 0);
  assert.match(typo.stderr, /did you mean invoice\.paid\?/);
  const refused = await trigger('invoice.paid', '--app', production.app.id);
  assert.match(refused.stderr, /is a production app/);
  const answer = await production.api.post<Json>('/sandbox/event', {
    app_id: production.app.id,
    type: 'invoice.paid',
  });
  assert.deepEqual([answer.status, answer.body.code], [403, 'development_only']);
  assert.equal((await production.api.post('/sandbox/event', { app_id: app.app.id, type: 'invoice.paid' })).status, 404);
  const unknown = await app.appApi.post<Json>('/sandbox/event', { type: 'invoice.payed' });
  assert.deepEqual([unknown.status, unknown.body.errors[0].field], [422, 'type']);
});

const simulateRefund = (app: Merchant, id: string, what: string) =>
  app.appApi.post<Json>(`/sandbox/refund/${id}/simulate`, { case: what });

/** An app with a token that may refund, and an invoice of 40.00 that was paid in the sandbox. */
async function paidApp(): Promise<{ app: Merchant; invoice: Json }> {
  const app = await newApp();
  await ok(app.api.put(`/app/${app.app.id}/settings`, { app_token_may: ['refund'] }));
  const invoice = await invoiceOf(app);
  const { id } = await attemptOf(invoice);
  await ok(app.appApi.post(`/sandbox/transaction/${id}/simulate`, { case: 'paid' }));
  return { app, invoice };
}

test('each case of a refund ends as it is called, with the events of a real transfer', async () => {
  const { app, invoice } = await paidApp();
  const refundOf = (fiat_value: string, more: Json = {}) =>
    ok<Json>(app.appApi.post('/refund', { invoice_id: invoice.id, fiat_value, to: newAddress(), ...more }));
  const heard = async (id: string) => {
    const query = { app_id: app.app.id, limit: '100' };
    const newest = await ok<Json[]>(app.appApi.get('/events', { query }));
    return newest.flatMap(({ data, type }) => (data.id === id ? [type] : [])).toReversed();
  };
  const none = await ok<Json>(app.appApi.post('/refund', { invoice_id: invoice.id, fiat_value: '1.00' }));
  assert.equal((await simulateRefund(app, none.id, 'sent')).body.code, 'refund_not_ready');
  assert.equal((await simulateRefund(await newApp(), none.id, 'sent')).status, 404);

  const first = await refundOf('10.00');
  const seen = await ok<Json>(simulateRefund(app, first.id, 'seen'));
  assert.deepEqual(
    [seen.status, seen.block, seen.confirmations, seen.sent_amount, seen.from_own, seen.amount_differs],
    ['seen', 0, 1, first.amount, true, false],
  );
  assert.match(seen.hash, /^0x0{32}[0-9a-f]{32}$/);
  assert.equal((await simulateRefund(app, first.id, 'seen')).body.code, 'simulation_refused');
  // The watcher reads blocks meanwhile, and confirms nothing of it.
  await shop.anvil.mine(4);
  await pay(await attemptOf(await invoiceOf(app, '5.00'), 3), 3);
  assert.equal((await ok<Json>(app.appApi.get(`/refund/${first.id}`))).status, 'seen');
  const sent = await ok<Json>(simulateRefund(app, first.id, 'sent'));
  assert.deepEqual([sent.status, sent.refunded, sent.confirmations], ['sent', '10.00', 3]);
  assert.equal((await read(`/invoice/${invoice.id}`)).refunded, '10.00');
  assert.deepEqual(await heard(first.id), ['refund.created', 'refund.ready', 'refund.seen', 'refund.sent']);
  const reversed = await ok<Json>(simulateRefund(app, first.id, 'reversed'));
  assert.deepEqual([reversed.status, reversed.hash, reversed.refunded], ['ready', null, '0.00']);
  assert.equal((await read(`/invoice/${invoice.id}`)).refunded, '0.00');

  const second = await refundOf('10.00');
  const differs = await ok<Json>(simulateRefund(app, second.id, 'amount_differs'));
  assert.deepEqual([differs.status, differs.amount_differs, differs.sent_amount], ['seen', true, '0.0045']);
  assert.match((await simulateRefund(app, second.id, 'sent')).body.detail, /would be seen with another amount/);
  await ok(app.appApi.post(`/refund/${second.id}/accept`, { reason: 'The exchange kept its fee.' }));
  assert.equal((await ok<Json>(simulateRefund(app, second.id, 'sent'))).refunded, '9.00');

  const third = await refundOf('10.00', { cryptocurrency: 'USDT', network: 'local', rate_kind: 'current' });
  assert.equal((await ok<Json>(simulateRefund(app, third.id, 'reversed'))).status, 'ready');
  assert.deepEqual((await heard(third.id)).slice(2), ['refund.seen', 'refund.sent', 'refund.reversed']);
});

test('the quote, the wait and the watch of a refund end by the test clock', async () => {
  const { app, invoice } = await paidApp();
  await advance(app, day);
  const body = { invoice_id: invoice.id, fiat_value: '10.00', to: newAddress() };
  const made = await ok<Json>(app.appApi.post('/refund', body));
  assert.ok(seconds(made.quoted_until) >= seconds(invoice.created_at) + day + 60 * minute);
  await advance(app, 60 * minute);
  const { quoted_until } = await ok<Json>(app.appApi.get(`/refund/${made.id}`));
  assert.ok(seconds(quoted_until) >= seconds(made.quoted_until) + 60 * minute);
  const waiting = async () => {
    const found = await ok<Json[]>(app.api.get(`/app/${app.app.id}/attention`));
    return found.find(({ kind }) => kind === 'refunds_waiting')?.ids ?? [];
  };
  await advance(app, day);
  assert.deepEqual(await waiting(), [made.id]);
  const other = await ok<Json>(app.appApi.post('/refund', body));
  for (const { id } of [made, other]) await ok<Json>(app.appApi.delete(`/refund/${id}`));
  const left = `select from tasks where kind = 'refund_watches'`;
  await until(async () => (await shop.db.query(left)).length === 0, 'the ends of the watches to be set');
  await advance(app, 6 * day);
  const sent = await ok<Json>(simulateRefund(app, made.id, 'sent'));
  assert.ok(sent.sent_after_cancellation && seconds(sent.sent_at) >= seconds(other.created_at) + 6 * day);
  await advance(app, 2 * day);
  assert.equal((await simulateRefund(app, other.id, 'sent')).body.code, 'simulation_refused');
});

test('a real transfer settles a refund after a simulated one was reversed, and cannot be simulated away', async () => {
  const { app, invoice } = await paidApp();
  const refund = await ok<Json>(app.appApi.post('/refund', { invoice_id: invoice.id, to: newAddress() }));
  await ok(simulateRefund(app, refund.id, 'reversed'));
  const value = BigInt(refund.unsigned.value);
  await shop.anvil.send({ from: shop.anvil.accounts[4]?.address as `0x${string}`, to: refund.to, value });
  await shop.anvil.mine(4);
  const sent = await until(async () => {
    const found = await ok<Json>(app.appApi.get(`/refund/${refund.id}`));
    return found.status === 'sent' ? found : null;
  }, 'the real transfer to be found');
  assert.ok(sent.block > 0);
  assert.match((await simulateRefund(app, refund.id, 'reversed')).body.detail, /^A real transfer/);
  const production = await shop.newMerchant({ environment: 'production' });
  const denied = await production.appApi.post<Json>(`/sandbox/refund/${refund.id}/simulate`, { case: 'sent' });
  assert.equal(denied.status, 404);
});

test('the refund in the README of the client runs as it is printed', async () => {
  const { app, invoice } = await paidApp();
  const to = newAddress();
  await ok(app.appApi.post('/refund', { invoice_id: invoice.id, fiat_value: '10.00', to }));
  const readme = readFileSync(join(projectRoot, 'sdk/typescript/README.md'), 'utf8');
  const example = /```ts refund\n([\s\S]*?)```/.exec(readme)?.[1] as string;
  const scratch = mkdtempSync(join(tmpdir(), 'quittance-refund-'));
  try {
    const file = join(scratch, 'refund.ts');
    const client = pathToFileURL(join(projectRoot, 'sdk/typescript/src/quittance.ts')).href;
    writeFileSync(file, example.replace("'quittance-sdk'", JSON.stringify(client)));
    const { PATH } = process.env;
    const env = { PATH, QUITTANCE_URL: shop.service.url, QUITTANCE_TOKEN: app.app.token, INVOICE_ID: invoice.id };
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
    const [asked, ready, ...rest] = stdout.trim().split('\n');
    assert.match(asked ?? '', /^Send your customer to http:.*\/refund\/[0-9a-f-]{36}$/);
    assert.match(ready ?? '', new RegExp(`^Send 0\\.005 ETH on .+ to ${to}$`, 'i'));
    assert.deepEqual(rest, []);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

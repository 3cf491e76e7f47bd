// The reports for merchants: the history of an invoice, figures over a period, items that need attention, and an
// export.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, type Json, ok, until } from '../rig/client.ts';
import { createMerchant } from '../rig/merchant.ts';
import { type Receiver, startReceiver } from '../rig/receiver.ts';
import { etherFor, newAddress, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

const confirmations = 3;
const address = newAddress();
let stage: Stage;
let shop: Shop;
let receiver: Receiver;
let webhook: Json;
/**
 * Three invoices: paid exactly; paid in part, then by an unknown sender, and settled; paid, and reversed by a reorg.
 */
let exact: Json;
let odd: Json;
let gone: Json;

before(async () => {
  receiver = await startReceiver();
  stage = await startStage({ confirmations, reorgDepth: 16 });
  shop = await stage.shop({ receives: address, settings: { app_token_may: ['refund'] } });
  const terms = { app_id: shop.app.id, url: receiver.url, events: ['invoice.paid'] };
  webhook = await ok(stage.merchant.api.post('/webhook', terms));
});

after(async () => {
  await receiver?.close();
  await stage?.close({ isHalted: true });
});

const get = (path: string, query: Record<string, string> = {}): Promise<Json> =>
  ok(stage.merchant.api.get(path, { query }));
const timeline = (invoice: Json, api: Client = stage.merchant.api): Promise<Json[]> =>
  ok(api.get(`/invoice/${invoice.id}/timeline`, { query: { limit: 100 } }));
const attention = (): Promise<Json[]> => get(`/app/${shop.app.id}/attention`) as Promise<never>;
const kindsOf = (steps: readonly Json[]): string[] => steps.map(({ kind }) => kind);

/** The steps once the webhook is delivered. That delivery is the last step without another action. */
const toldTimeline = (invoice: Json): Promise<Json[]> =>
  until(async () => {
    const steps = await timeline(invoice);
    return kindsOf(steps).includes('webhook_delivered') ? steps : null;
  }, 'the webhook is delivered');

/** The first step of this kind with these members. */
function step(steps: readonly Json[], kind: string, wanted: Json = {}): Json {
  const found = steps.find(
    (one) => one.kind === kind && Object.entries(wanted).every(([name, value]) => one[name] === value),
  );
  assert.ok(found, `${kind} ${JSON.stringify(wanted)} is not among ${JSON.stringify(steps, null, 1)}`);
  return found;
}

test('a timeline has quotes, seen payments, matches with reasons, credits and webhook answers', async () => {
  receiver.answer({ status: 500, body: 'try later' });
  const customer = await stage.customer();
  exact = await shop.invoice('100.00', { order: { reference: '=1+1' } });
  const attempt = await stage.attempt(exact, newAddress());
  const { hash } = await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine(confirmations);
  await stage.invoiceBecomes(exact.id, { status: 'paid' });
  const failing = await until(
    async () => (await attention()).find(({ kind }) => kind === 'webhooks_failing'),
    'the webhook fails',
  );
  assert.deepEqual([failing.count, failing.is_more, failing.ids], [1, false, [webhook.id]]);
  assert.match(failing.what_to_do, /endpoint/);
  const [delivery] = await get(`/webhook/${webhook.id}/deliveries`);
  receiver.answer({ status: 200, body: 'thanks' });
  await ok(stage.merchant.api.post(`/webhook-delivery/${delivery.id}/redeliver`));
  const steps = await toldTimeline(exact);
  // An automatic retry may have failed as well in the meantime.
  const kinds = kindsOf(steps).filter((kind, at, all) => kind !== 'webhook_failed' || all[at - 1] !== kind);
  assert.deepEqual(kinds, [
    ...['invoice_created', 'attempt_quoted', 'payment_seen', 'payment_matched', 'payment_confirmed'],
    ...['payment_credited', 'invoice_paid', 'webhook_failed', 'webhook_delivered'],
  ]);
  const quoted = step(steps, 'attempt_quoted', { transaction_id: attempt.id });
  assert.deepEqual(
    [quoted.to, quoted.address_kind, quoted.amount, quoted.value, quoted.currency, quoted.rate, quoted.rate_method],
    [attempt.to, 'shared', attempt.amount, '100.00', 'USD', '2000', 'fixed'],
  );
  assert.deepEqual([quoted.expire_at, quoted.cryptocurrency, quoted.network], [attempt.expire_at, 'ETH', 'local']);
  const seen = step(steps, 'payment_seen', { hash, value: '100.00' });
  assert.deepEqual([seen.amount, seen.required_confirmations], [attempt.amount, confirmations]);
  const matched = step(steps, 'payment_matched', { matched_by: 'amount', others: 0 });
  assert.deepEqual(matched.speaks, ['amount']);
  step(steps, 'payment_confirmed', { hash, required_confirmations: confirmations });
  step(steps, 'payment_credited', { hash, amount: attempt.amount, value: '100.00', currency: 'USD' });
  step(steps, 'invoice_paid', { paid: '100.00', total: '100.00', transaction_id: null });
  step(steps, 'webhook_failed', { response_status: 500, event_type: 'invoice.paid', url: receiver.url });
  step(steps, 'webhook_delivered', { response_status: 200, response_body: 'thanks', webhook_id: webhook.id });
});

test('a timeline has a part, a held payment, its assignment, and the reason of the settlement', async () => {
  const customer = await stage.customer();
  odd = await shop.invoice('100.00');
  const attempt = await stage.attempt(odd, customer.address);
  await customer.pay(attempt.to, etherFor('40.00'));
  await stage.mine(confirmations);
  await stage.invoiceBecomes(odd.id, { status: 'partially_paid', paid: '40.00' });
  const rest = await stage.attempt(odd, customer.address);
  await ok(stage.anyone.delete(`/transaction/${rest.id}`));
  const stranger = await stage.customer();
  const { hash } = await stranger.pay(address, etherFor('7.00'));
  await stage.mine(confirmations);
  const [held] = await until(async () => {
    const waiting: Json[] = await get('/unmatched-payments', { app_id: shop.app.id });
    return waiting.length > 0 ? waiting : null;
  }, 'the payment waits');
  const [waits] = await attention();
  assert.deepEqual([waits.kind, waits.count, waits.ids], ['unmatched_payments', 1, [held.id]]);
  await ok(stage.merchant.api.post(`/unmatched-payment/${held.id}/assign`, { invoice_id: odd.id }));
  await stage.invoiceBecomes(odd.id, { paid: '47.00' });
  await ok(stage.merchant.api.post(`/invoice/${odd.id}/settle`, { reason: 'paid the rest in cash' }));
  assert.deepEqual(await attention(), []);

  const steps = await toldTimeline(odd);
  const said = step(steps, 'payment_matched', { transaction_id: attempt.id });
  assert.deepEqual([said.matched_by, said.speaks, said.others], ['sender', ['sender'], 0]);
  step(steps, 'payment_credited', { transaction_id: attempt.id, value: '40.00' });
  step(steps, 'attempt_canceled', { transaction_id: rest.id, reason: 'requested' });
  const waited = step(steps, 'payment_held', { payment_id: held.id, hash, reason: held.reason });
  const assigned = step(steps, 'payment_assigned', { payment_id: held.id, amount: '0.0035' });
  assert.match(assigned.by, /^user:/);
  const late = step(steps, 'late_payment_accepted', { transaction_id: assigned.transaction_id, rate: '2000' });
  step(steps, 'payment_matched', { transaction_id: late.transaction_id, matched_by: 'merchant' });
  const credited = step(steps, 'payment_credited', { transaction_id: late.transaction_id });
  assert.ok(steps.indexOf(assigned) < steps.indexOf(credited), 'the word comes before what it brings about');
  const settled = step(steps, 'invoice_settled', { reason: 'paid the rest in cash' });
  assert.match(settled.by, /^user:/);
  const paid = step(steps, 'invoice_paid', { paid: '47.00' });
  assert.deepEqual(paid.exceptions, ['settled_manually']);
  assert.ok(steps.indexOf(waited) < steps.indexOf(assigned) && steps.indexOf(settled) < steps.indexOf(paid));
  // An app token cannot read the audit log, so it sees only the kind of the caller.
  assert.equal(step(await timeline(odd, shop.api), 'invoice_settled').by, 'user');

  const times = steps.map(({ at }) => at);
  assert.deepEqual(times, [...times].sort());
  assert.equal(new Set(steps.map(({ id }) => id)).size, steps.length);
  const paged: Json[] = [];
  for (let path: string | null = `/invoice/${odd.id}/timeline?limit=3`; path !== null; ) {
    const page: Awaited<ReturnType<Client['get']>> = await stage.merchant.api.get(path);
    paged.push(...(page.body as Json[]));
    path = /<[^>]*\/api([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
  }
  assert.deepEqual(paged, steps);
});

test('a timeline has the reversal of a credit by a reorg', async () => {
  const customer = await stage.customer();
  gone = await shop.invoice('30.00');
  const attempt = await stage.attempt(gone, customer.address, 'USDT');
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine(confirmations);
  await stage.invoiceBecomes(gone.id, { status: 'paid' });
  await stage.anvil.reorg(confirmations);
  await stage.caughtUp();
  await stage.invoiceBecomes(gone.id, { status: 'open', paid: '0.00' });
  const steps = await timeline(gone);
  step(steps, 'payment_credited', { value: '30.00' });
  step(steps, 'credit_reversed', { value: '30.00', cryptocurrency: 'USDT' });
  step(steps, 'attempt_rejected', { reason: 'reorged' });
  step(steps, 'invoice_reversed', { paid: '0.00' });
});

test('statistics, the balance sheet and the export agree to the smallest unit', async () => {
  const path = `/app/${shop.app.id}/statistics`;
  const byDay = await get(path);
  const period = { from: byDay.from, to: byDay.to };
  const sheet = await get(`/app/${shop.app.id}/balance-sheet`, period);
  const [usd] = sheet.currencies;
  assert.deepEqual([usd.credited, usd.reversed, usd.net], ['177.00', '30.00', '147.00']);
  const whole = [{ ...usd }];
  assert.deepEqual([byDay.by, byDay.time_zone, byDay.parts.length], ['day', 'UTC', 30]);
  assert.deepEqual([byDay.total.created, byDay.total.paid, byDay.total.conversion], [3, 2, 0.6667]);
  assert.deepEqual(byDay.total.volume, whole);
  const today = byDay.parts.at(-1);
  assert.deepEqual([today.created, today.paid, today.volume], [3, 2, whole]);
  assert.ok(today.median_seconds > 0 && today.median_seconds <= today.p95_seconds);
  assert.deepEqual(byDay.parts[0].volume, []);

  const byStatus = await get(path, { by: 'status' });
  assert.deepEqual(byStatus.parts.map((one: Json) => [one.status, one.created, one.volume[0].net]).sort(), [
    ['open', 1, '0.00'],
    ['paid', 2, '147.00'],
  ]);
  const byCoin = await get(path, { by: 'coin' });
  assert.deepEqual(
    byCoin.parts.map((one: Json) => [one.cryptocurrency, one.created, one.paid, one.volume[0].net]).sort(),
    [
      ['ETH', null, 2, '147.00'],
      ['USDT', null, 0, '0.00'],
    ],
  );
  const berlin = await get(path, { from: '2026-03-29', to: '2026-03-29', time_zone: 'Europe/Berlin' });
  assert.deepEqual([berlin.from, berlin.to], ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z']);
  assert.deepEqual([berlin.total.conversion, berlin.total.median_seconds], [null, null]);

  const lines = (await exported({ ...period, format: 'jsonl' })).text.trimEnd().split('\n');
  const entries: Json[] = lines.map((line) => JSON.parse(line));
  const cents = entries.reduce((sum, one) => sum + BigInt(one.value.replace('.', '')), 0n);
  assert.deepEqual([entries.length, cents], [5, 14_700n]);
  for (const coin of sheet.cryptocurrencies) {
    const decimals = coin.cryptocurrency === 'ETH' ? 18 : 6;
    const own = entries.filter((one) => one.cryptocurrency === coin.cryptocurrency);
    const sum = own.reduce((all, { amount }) => all + signed(amount, decimals), 0n);
    assert.equal(sum, signed(coin.net, decimals), coin.cryptocurrency);
  }
  const [first] = entries;
  assert.deepEqual(
    [first.type, first.value, first.currency, first.reference, first.rate, first.rate_method, first.invoice_id],
    ['credit', '100.00', 'USD', '=1+1', '2000', 'fixed', exact.id],
  );
  const last = entries.at(-1);
  assert.deepEqual([last.type, last.value, last.amount, last.invoice_id], ['reversal', '-30.00', '-30', gone.id]);
  assert.ok(entries.some((one) => one.reason === 'late' && one.invoice_id === odd.id && one.value === '7.00'));
});

test('an export in CSV has safe cells, a name, and each line once over all pages', async () => {
  const { text, headers } = await exported({});
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(
    headers.get('content-disposition') ?? '',
    /^attachment; filename="shop-[a-z0-9-]+-to-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const [head, ...rows] = text.trimEnd().split('\r\n');
  assert.match(head ?? '', /^date,type,value,currency,amount,cryptocurrency,/);
  assert.equal(rows.length, 5);
  assert.ok(rows[0]?.includes(",'=1+1,"));
  assert.ok(rows.at(-1)?.includes(',reversal,-30.00,USD,-30,USDT,'));
  assert.equal(
    (await exported({ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' })).text.split('\r\n').length,
    2,
  );
});

test('an export that fails in its middle is cut off, and one of many pages has each line once', async () => {
  const { db } = stage.database;
  const copies = (asset: string, count: number) => `
    insert into credits (id, transfer_id, transaction_id, invoice_id, amount, value, block, block_hash, created_at,
      reversed_at, app_id, asset_id, currency)
    select gen_random_uuid(), transfer_id, transaction_id, invoice_id, amount, value, -1, block_hash,
      timestamptz '2019-01-01' + n * interval '1 ms', timestamptz '2019-01-02' + n * interval '1 ms', app_id, ${asset},
      currency
    from credits, generate_series(1, ${count}) n where reversed_at is not null`;
  try {
    await db.query(copies('asset_id', 1300));
    const { text } = await exported({ to: '2019-02-01T00:00:00Z', format: 'jsonl' });
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => `${JSON.parse(line).credit_id} ${JSON.parse(line).type}`);
    assert.deepEqual([ids.length, new Set(ids).size], [2600, 2600]);
    await db.query(`update credits set asset_id = gen_random_uuid()
      where block = -1 and created_at > timestamptz '2019-01-01' + interval '1000 ms'`);
    await assert.rejects(exported({ to: '2019-02-01T00:00:00Z' }), 'an export that is cut off');
  } finally {
    await db.query('delete from credits where block = -1');
  }
});

test('a refund is in the export, the balance sheet and the statistics, and so is its reversal by a reorg', async () => {
  const before = (await get(`/app/${shop.app.id}/balance-sheet`)).currencies[0];
  const wanted = { invoice_id: odd.id, fiat_value: '10.00', rate_kind: 'locked', reason: 'A broken cup' };
  const refund = await ok<Json>(shop.api.post('/refund', { ...wanted, to: newAddress() }));
  assert.deepEqual([refund.status, refund.amount], ['ready', '0.005']);
  const [wallet, reorgedBlocks] = [await stage.customer(), confirmations + 1];
  const becomes = (status: string) =>
    until(async () => {
      const found = await ok<Json>(shop.api.get(`/refund/${refund.id}`));
      return found.status === status ? found : null;
    }, `the refund is ${status}`);
  await stage.mine(2);
  const { hash, raw } = await wallet.pay(refund.to, units(refund.amount, 18));
  await stage.mine(confirmations);
  const sent = await becomes('sent');

  const sheet = await get(`/app/${shop.app.id}/balance-sheet`);
  const [usd] = sheet.currencies;
  const sums = { refunds: 1, refunded: '10.00', refunds_reversed: '0.00', balance: '137.00' };
  assert.deepEqual(usd, { ...before, ...sums });
  const eth = sheet.cryptocurrencies.find((one: Json) => one.cryptocurrency === 'ETH');
  assert.equal(eth.refunded, '0.005');
  assert.equal(signed(eth.balance, 18), signed(eth.net, 18) - units('0.005', 18));
  const statistics = await get(`/app/${shop.app.id}/statistics`, { by: 'coin' });
  assert.deepEqual(statistics.total.volume, [usd]);
  const ofEth = statistics.parts.find((one: Json) => one.cryptocurrency === 'ETH');
  assert.deepEqual([ofEth.volume[0].refunds, ofEth.volume[0].refunded], [1, '10.00']);

  const refundLines = async () => {
    const { text } = await exported({ format: 'jsonl' });
    const lines: Json[] = text
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one));
    return lines.filter(({ kind }) => kind === 'refund');
  };
  const [line, ...others] = await refundLines();
  const { type, value, amount, rate, rate_method, sending_value, sending_rate, ...more } = line ?? {};
  assert.deepEqual([type, value, amount, others.length], ['refund', '-10.00', '-0.005', 0]);
  assert.deepEqual([rate, rate_method, sending_value, sending_rate], ['2000', 'fixed', '-10.00', '2000']);
  assert.deepEqual(
    [more.hash, more.block, more.from, more.to, more.refund_id, more.invoice_id, more.reason, more.credit_id],
    [hash, sent.block, wallet.address, refund.to, refund.id, odd.id, 'A broken cup', null],
  );
  assert.deepEqual([more.transaction_id, more.sending_rate_method], [null, 'fixed']);

  await stage.anvil.reorg(reorgedBlocks);
  await stage.caughtUp();
  await becomes('ready');
  const [first, reversal] = await refundLines();
  assert.deepEqual(first, line);
  assert.deepEqual([reversal?.type, reversal?.value, reversal?.hash], ['refund_reversal', '10.00', hash]);
  const back = { ...usd, refunds_reversed: '10.00', balance: '147.00' };
  assert.deepEqual((await get(`/app/${shop.app.id}/balance-sheet`)).currencies, [back]);
  await stage.anvil.reorg(1, [[raw, 0]]);
  await stage.mine(confirmations);
  await becomes('sent');
  const types = (await refundLines()).map((one) => one.type);
  assert.deepEqual(types, ['refund', 'refund_reversal', 'refund']);
  const { text } = await exported({});
  assert.match(text.split('\r\n').at(-2) ?? '', /,refund,-10\.00,USD,-0\.005,ETH,local,.*,A broken cup,,refund,/);
});

test('the audit log has each act on a refund with before and after, and names a customer only as one', async () => {
  const wanted = { invoice_id: odd.id, fiat_value: '5.00', rate_kind: 'locked' };
  const { id } = await ok<Json>(shop.api.post('/refund', wanted));
  const unknown = `0x${'cd'.repeat(32)}`;
  const stranger = await stage.shop({ settings: { app_token_may: ['refund'] } });
  const { to: first } = await ok<Json>(stranger.api.put(`/refund/${id}`, { to: newAddress() }));
  const { to: second } = await ok<Json>(shop.api.put(`/refund/${id}`, { to: newAddress() }));
  for (let count = 0; count < 2; count += 1) await ok(shop.api.post(`/refund/${id}/hash`, { hash: unknown }));
  await ok(shop.api.delete(`/refund/${id}`));
  const entries = (await get('/audit-log', { limit: '50' })) as unknown as Json[];
  const own = entries.filter(({ subject_id }) => subject_id === id).toReversed();
  const byShop = `app:${shop.app.id}`;
  assert.deepEqual(
    own.map(({ action, actor }) => [action, actor]),
    [
      ['refund.created', byShop],
      ['refund.updated', 'customer'],
      ['refund.updated', byShop],
      ['refund.hash_reported', byShop],
      ['refund.canceled', byShop],
    ],
  );
  const [created, given, moved, reported, canceled] = own;
  assert.deepEqual([created?.before, created?.after.fiat_value], [null, '5.00']);
  assert.deepEqual([given?.before.to, given?.after.to, given?.after.status], [null, first, 'ready']);
  assert.deepEqual([moved?.before.to, moved?.after.to], [first, second]);
  assert.deepEqual([reported?.before, reported?.after], [{ reported_hash: null }, { reported_hash: unknown }]);
  assert.deepEqual([canceled?.before, canceled?.after], [{ status: 'ready' }, { status: 'canceled' }]);
});

test('other users get nothing, and an invalid period is refused by its field', async () => {
  const { api } = await createMerchant(stage.service);
  const app = `/app/${shop.app.id}`;
  const paths = [
    `${app}/statistics`,
    `${app}/attention`,
    `/exports?app_id=${shop.app.id}`,
    `/invoice/${exact.id}/timeline`,
  ];
  for (const path of paths) {
    assert.equal((await api.get(path)).status, 404, path);
    assert.equal((await stage.anyone.get(path)).status, 401, path);
  }
  const refused: readonly (readonly [query: Record<string, string>, field: string])[] = [
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'to'],
    [{ from: '2025-01-01', to: '2026-06-01' }, 'from'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ by: 'week' }, 'by'],
  ];
  for (const [query, field] of refused) {
    const { status, body } = await stage.merchant.api.get(`${app}/statistics`, { query });
    assert.deepEqual([status, body.errors?.[0]?.field], [422, field], JSON.stringify(query));
  }
});

async function exported(query: Record<string, string>): Promise<{ text: string; headers: Headers }> {
  const url = new URL(`${stage.service.apiUrl}/exports`);
  url.search = new URLSearchParams({ v: '1', ...query }).toString();
  const response = await fetch(url, { headers: { authorization: `Bearer ${shop.app.token}` } });
  assert.equal(response.status, 200);
  return { text: await response.text(), headers: response.headers };
}

/** Converts a signed decimal to smallest units. */
function signed(amount: string, decimals: number): bigint {
  return amount.startsWith('-') ? -units(amount.slice(1), decimals) : units(amount, decimals);
}

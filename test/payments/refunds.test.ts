// A refund is prepared here, sent by the merchant's own wallet, and found on the chain.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../rig/client.ts';
import { type Customer, newAddress, type Sent, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

let stage: Stage;
let shop: Shop;
/** The wallet that the merchant refunds from. */
let wallet: Customer;

before(async () => {
  stage = await startStage({ reorgDepth: 16 });
  shop = await stage.shop({ receives: 'xpub', settings: { app_token_may: ['refund'] } });
  wallet = await stage.customer();
});

after(() => stage?.close());

/** An invoice over 100 USD that is paid with this many ETH at 2,000 USD each. */
async function paidInvoice(
  ether: string,
  more: Json = {},
  declared?: string,
): Promise<{ invoice: Json; customer: Customer; payment: Sent }> {
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00', more);
  const attempt = await stage.attempt(invoice, declared ?? customer.address);
  const payment = await customer.pay(attempt.to, units(ether, 18));
  await stage.mine(3);
  await stage.transactionBecomes(attempt.id, { status: 'success' });
  return { invoice: await ok<Json>(shop.api.get(`/invoice/${invoice.id}`)), customer, payment };
}

const prepare = (body: Json) => shop.api.post<Json>('/refund', { rate_kind: 'locked', ...body });
const read = (id: string) => ok<Json>(shop.api.get(`/refund/${id}`));

function becomes(id: string, wanted: Json): Promise<Json> {
  return until(
    async () => {
      const found = await read(id);
      return Object.entries(wanted).every(([name, value]) => found[name] === value) ? found : null;
    },
    `refund ${id} becomes ${JSON.stringify(wanted)}`,
  );
}

/** Sends exactly the transfer that the API prepared. */
async function send(refund: Json, value = BigInt(refund.unsigned.value)): Promise<Sent> {
  const sent = await wallet.call(refund.unsigned.to, refund.unsigned.data, value);
  await stage.mine(1);
  return sent;
}

/** Each query of the list finds only this refund. */
async function foundBy(id: string, queries: readonly Readonly<Record<string, string>>[]): Promise<void> {
  for (const query of queries) {
    const found = await ok<Json[]>(shop.api.get('/refunds', { query }));
    assert.deepEqual(
      found.map((one) => one.id),
      [id],
      JSON.stringify(query),
    );
  }
}

const eventsOf = async (invoice: Json) => {
  // Newest first. With `since`, events appear only after every commit that began before them.
  const events = await ok<Json[]>(shop.api.get('/events', { query: { app_id: shop.app.id, limit: '100' } }));
  return events.filter(({ data }) => data.id === invoice.id || data.invoice_id === invoice.id).toReversed();
};

test('the customer names the destination once, the wallet sends, and the chain makes the refund sent', async () => {
  const declared = newAddress();
  const order = {
    order: { reference: 'R-7001' },
    customer: { email: 'Ada@shop.example' },
    metadata: { order: '7001' },
  };
  const { invoice, customer } = await paidInvoice('0.06', order, declared);
  assert.deepEqual([invoice.paid, invoice.refunded, invoice.exceptions], ['120.00', '0.00', ['overpaid']]);
  const made = await prepare({ invoice_id: invoice.id, overpaid: true, reason: 'Paid twice' });
  assert.equal(made.status, 201);
  const { id, status, fiat_value, cryptocurrency, network, to, amount, unsigned } = made.body;
  assert.deepEqual(
    [status, fiat_value, cryptocurrency, network, to, amount, unsigned],
    ['awaiting_address', '20.00', 'ETH', 'local', null, null, null],
  );
  assert.match(made.body.refund_url, new RegExp(`/refund/${id}$`));
  const refusals: readonly [body: Json, field: string][] = [
    [{}, 'fiat_value'],
    [{ overpaid: true }, 'overpaid'],
  ];
  for (const [body, field] of refusals) {
    const { status, body: refused } = await prepare({ invoice_id: invoice.id, ...body });
    assert.deepEqual([status, refused.code, refused.errors[0].field], [422, 'exceeds_paid', field]);
  }

  const asCustomer = await ok<Json>(stage.anyone.get(`/refund/${id}`));
  assert.deepEqual(
    [asCustomer.suggested_to, asCustomer.suggested_by, asCustomer.reason, asCustomer.refund_url],
    [customer.address, 'chain', undefined, undefined],
  );
  const give = (to: string) => stage.anyone.put<Json>(`/refund/${id}`, { to });
  for (const [wrong, code] of [
    [`0x${'1'.repeat(64)}`, 'private_key'],
    [stage.token, 'not_spendable'],
    ['0x000000000000000000000000000000000000dEaD', 'not_spendable'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'other_network'],
  ] as const) {
    const { status, body } = await give(wrong);
    assert.deepEqual([status, body.errors[0].field, body.errors[0].code], [422, 'to', code], wrong);
  }
  const given = await give(customer.address);
  assert.deepEqual([given.status, given.body.status, given.body.amount], [200, 'ready', '0.01']);
  const again = await give(newAddress());
  assert.deepEqual([again.status, again.body.code], [409, 'address_given']);

  const ready = await read(id);
  assert.deepEqual(ready.unsigned, { chain_id: 31337, to: customer.address, value: '10000000000000000', data: '0x' });
  const { hash, raw } = await send(ready);
  const seen = await becomes(id, { status: 'seen' });
  assert.deepEqual(
    [seen.hash, seen.sent_amount, seen.amount_differs, seen.from, seen.from_own],
    [hash, '0.01', false, wallet.address, false],
  );
  assert.equal((await ok<Json>(shop.api.get(`/invoice/${invoice.id}`))).refunded, '0.00');
  await stage.mine(2);
  const sent = await becomes(id, { status: 'sent' });
  assert.equal(sent.refunded, '20.00');
  await foundBy(id, [
    ...[id, invoice.id, 'R-70', 'ada@', hash, customer.address, wallet.address].map((q) => ({ q })),
    { 'metadata[order]': '7001' },
    { 'metadata[order]': '7001', currency: 'usd', total_min: '100', total_max: '100', q: 'R-7001', counts: 'true' },
  ]);
  const none = ['R-8', `0x${'cd'.repeat(32)}`, newAddress()].map((q) => ({ q }));
  for (const query of [...none, { currency: 'EUR' }, { total_min: '100.01' }, { 'metadata[order]': '7002' }])
    assert.deepEqual(await ok<Json[]>(shop.api.get('/refunds', { query })), [], JSON.stringify(query));
  const refunded = await ok<Json>(shop.api.get(`/invoice/${invoice.id}`));
  assert.deepEqual(
    [refunded.status, refunded.paid, refunded.refunded, refunded.exceptions],
    ['paid', '120.00', '20.00', ['overpaid', 'partially_refunded']],
  );
  const events = await eventsOf(invoice);
  const types = events.map(({ type }) => type);
  assert.deepEqual(types.slice(types.indexOf('refund.created')), [
    'refund.created',
    'refund.ready',
    'refund.seen',
    'refund.sent',
    'invoice.refunded',
  ]);
  const sequences = events.map(({ sequence }) => sequence);
  assert.deepEqual(
    sequences,
    sequences.toSorted((a, b) => a - b),
  );

  await stage.anvil.reorg(4);
  await stage.caughtUp();
  const back = await becomes(id, { status: 'ready' });
  assert.deepEqual([back.hash, back.refunded, back.sent_at], [null, '0.00', null]);
  assert.equal(back.seen_at, seen.seen_at, 'the merchant is warned against a second payment');
  const restored = await ok<Json>(shop.api.get(`/invoice/${invoice.id}`));
  assert.deepEqual([restored.refunded, restored.exceptions], ['0.00', ['overpaid']]);
  assert.deepEqual(
    (await eventsOf(invoice)).slice(-2).map(({ type }) => type),
    ['refund.reversed', 'invoice.updated'],
  );
  await stage.anvil.reorg(1, [[raw, 0]]);
  await stage.mine(3);
  await becomes(id, { status: 'sent', hash });
});

test('all refunds together never exceed what was paid, also when they are prepared at once', async () => {
  const { invoice } = await paidInvoice('0.05');
  const bodies = Array.from({ length: 4 }, () => ({ invoice_id: invoice.id, fiat_value: '60.00' }));
  const answers = await Promise.all(bodies.map(prepare));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422, 422]);
  const refused = answers.find(({ status }) => status === 422)?.body as Json;
  assert.deepEqual([refused.code, refused.errors[0].field], ['exceeds_paid', 'fiat_value']);
  const rest = await prepare({ invoice_id: invoice.id });
  assert.deepEqual([rest.status, rest.body.fiat_value], [201, '40.00']);
  const first = answers.find(({ status }) => status === 201)?.body as Json;
  const canceled = await ok<Json>(shop.api.delete(`/refund/${first.id}`));
  assert.deepEqual([canceled.status, canceled.to], ['canceled', null]);
  assert.equal((await prepare({ invoice_id: invoice.id, fiat_value: '60.01' })).status, 422);
  assert.equal((await prepare({ invoice_id: invoice.id, fiat_value: '60.001' })).body.errors[0].code, 'invalid_amount');
  assert.equal((await prepare({ invoice_id: invoice.id, fiat_value: '60.000' })).body.fiat_value, '60.00');
  const { id: unpaid } = await shop.invoice('5.00');
  for (const more of [{}, { overpaid: true }, { cryptocurrency: 'ETH', network: 'local' }]) {
    const { status, body } = await prepare({ invoice_id: unpaid, ...more });
    assert.deepEqual([status, body.code], [422, 'exceeds_paid']);
  }
});

test('a token goes to the destination that the wallet signed, although the merchant changed it meanwhile', async () => {
  const { invoice } = await paidInvoice('0.05');
  const [first, second] = [newAddress(), newAddress()];
  const body = { invoice_id: invoice.id, cryptocurrency: 'USDT', network: 'local', to: first, rate_kind: 'current' };
  const made = await ok<Json>(prepare({ ...body, fiat_value: '30.00' }));
  assert.deepEqual(
    [made.status, made.amount, made.rate, made.unsigned.to.toLowerCase()],
    ['ready', '30', '1', stage.token.toLowerCase()],
  );
  const moved = await ok<Json>(shop.api.put(`/refund/${made.id}`, { to: second }));
  assert.equal(moved.to.toLowerCase(), second.toLowerCase());
  await send(made);
  const seen = await becomes(made.id, { status: 'seen' });
  assert.equal(seen.sent_amount, '30');
  const late = await shop.api.put<Json>(`/refund/${made.id}`, { to: first });
  assert.deepEqual([late.status, late.body.code], [409, 'refund_not_changeable']);
  const canceled = await shop.api.delete<Json>(`/refund/${made.id}`);
  assert.deepEqual([canceled.status, canceled.body.code], [409, 'refund_not_cancelable']);
  await stage.mine(2);
  await becomes(made.id, { status: 'sent', refunded: '30.00' });
});

test('another amount waits until the merchant accepts it, and dust is not shown at all', async () => {
  const { invoice } = await paidInvoice('0.05');
  const made = await ok<Json>(prepare({ invoice_id: invoice.id, fiat_value: '20.00', to: newAddress() }));
  await send(made, 1n);
  await stage.mine(1);
  assert.equal((await read(made.id)).status, 'ready');
  const accept = () => shop.api.post<Json>(`/refund/${made.id}/accept`, { reason: 'The exchange kept its fee' });
  assert.equal((await accept()).body.code, 'refund_not_acceptable');
  await send(made, units('0.009', 18));
  const differs = await becomes(made.id, { status: 'seen' });
  assert.deepEqual([differs.amount_differs, differs.sent_amount], [true, '0.009']);
  await stage.mine(3);
  assert.deepEqual([(await read(made.id)).status, (await read(made.id)).refunded], ['seen', '0.00']);
  const accepted = await ok<Json>(accept());
  assert.equal(accepted.amount_differs, false);
  const sent = await becomes(made.id, { status: 'sent' });
  assert.equal(sent.refunded, '18.00');
  const steps = await ok<Json[]>(shop.api.get(`/invoice/${invoice.id}/timeline`));
  assert.deepEqual(
    steps
      .filter(({ kind }) => kind === 'refund_accepted' || kind === 'refund_sent')
      .map(({ kind, reason, amount, value }) => [kind, reason, amount, value]),
    [
      ['refund_accepted', 'The exchange kept its fee', '0.009', '20.00'],
      ['refund_sent', null, '0.009', '18.00'],
    ],
  );
});

test('a small transfer of a stranger leaves the refund payable, and the exact amount settles it later', async () => {
  const { invoice } = await paidInvoice('0.05');
  const made = await ok<Json>(prepare({ invoice_id: invoice.id, rate_kind: 'current', to: newAddress() }));
  const stranger = await stage.customer();
  const { hash: foreign } = await stranger.pay(made.to, units('0.00001', 18));
  await stage.mine(1);
  const differs = await becomes(made.id, { status: 'seen', amount_differs: true, hash: foreign });
  assert.deepEqual([differs.unsigned, differs.payment_uri], [made.unsigned, made.payment_uri]);
  const canceled = await shop.api.delete<Json>(`/refund/${made.id}`);
  assert.deepEqual([canceled.status, canceled.body.code], [409, 'refund_not_cancelable']);
  const moved = await shop.api.put<Json>(`/refund/${made.id}`, { to: newAddress() });
  assert.deepEqual([moved.status, moved.body.code], [409, 'refund_not_changeable']);
  await stage.pass(3_601);
  const renewed = await read(made.id);
  assert.ok(renewed.quoted_until > made.quoted_until);
  assert.deepEqual([renewed.status, renewed.amount_differs, renewed.unsigned], ['seen', true, made.unsigned]);
  const { hash } = await send(renewed);
  const seen = await becomes(made.id, { status: 'seen', amount_differs: false, hash });
  assert.deepEqual([seen.unsigned, seen.payment_uri], [null, null]);
  await stage.mine(2);
  await becomes(made.id, { status: 'sent', refunded: '100.00' });
});

test('a refund of a payment that a reorg took back cannot be signed until the payment is back', async () => {
  const { invoice, payment } = await paidInvoice('0.05');
  const made = await ok<Json>(prepare({ invoice_id: invoice.id, to: newAddress() }));
  const later = await ok<Json>(prepare({ invoice_id: (await paidInvoice('0.05')).invoice.id }));
  assert.deepEqual([made.exceeds_paid, later.exceeds_paid], [false, false]);
  const canBeSigned = async () => {
    const { exceeds_paid, payment_uri, unsigned, unsigned_reason } = await read(made.id);
    return { exceeds_paid, payment_uri, unsigned, unsigned_reason };
  };
  const kinds = async () => {
    const found = await ok<Json[]>(stage.merchant.api.get(`/app/${shop.app.id}/attention`));
    return found.find(({ kind }) => kind === 'refunds_exceed_paid')?.ids.toSorted();
  };
  const page = async () => (await fetch(made.refund_url)).text();
  const held = /has to look at this refund first/;
  assert.deepEqual([await kinds(), held.test(await page())], [undefined, false]);
  await stage.anvil.reorg(8);
  await until(async () => (await read(made.id)).exceeds_paid && (await read(later.id)).exceeds_paid, 'both exceed');
  const nothing = { exceeds_paid: true, payment_uri: null, unsigned: null, unsigned_reason: 'exceeds_paid' };
  assert.deepEqual(await canBeSigned(), nothing);
  await stage.pass(3_601);
  assert.equal((await read(made.id)).quoted_until, made.quoted_until);
  assert.deepEqual(await kinds(), [made.id, later.id].toSorted());
  assert.match(await page(), held);
  const batch = await stage.merchant.api.post<Json>('/refund-batch', {
    app_id: shop.app.id,
    network: 'local',
    refund_ids: [made.id],
  });
  assert.deepEqual([batch.status, batch.body.code, batch.body.errors[0].field], [422, 'exceeds_paid', 'refund_ids']);
  await stage.anvil.reorg(1, [[payment.raw, 0]]);
  await stage.mine(3);
  await becomes(made.id, { exceeds_paid: false });
  const { payment_uri, unsigned } = made;
  assert.deepEqual(await canBeSigned(), { exceeds_paid: false, payment_uri, unsigned, unsigned_reason: null });
  assert.deepEqual([await kinds(), held.test(await page())], [[later.id], false]);
  await ok(shop.api.delete(`/refund/${later.id}`));
  assert.equal(await kinds(), undefined);
});

test('a transfer that comes after the cancellation makes the refund sent all the same', async () => {
  const { invoice } = await paidInvoice('0.05');
  const made = await ok<Json>(prepare({ invoice_id: invoice.id, to: newAddress() }));
  await ok(shop.api.delete(`/refund/${made.id}`));
  assert.equal((await ok<Json>(shop.api.delete(`/refund/${made.id}`))).status, 'canceled');
  await send(made);
  await stage.mine(2);
  const sent = await becomes(made.id, { status: 'sent' });
  assert.deepEqual([sent.sent_after_cancellation, sent.refunded], [true, '100.00']);
  const refunded = await ok<Json>(shop.api.get(`/invoice/${invoice.id}`));
  assert.deepEqual([refunded.refunded, refunded.exceptions], ['100.00', ['refunded']]);
});

test('one transfer settles one refund, and a reported hash must move its coins', async () => {
  const [one, other] = [await paidInvoice('0.05'), await paidInvoice('0.05')];
  const to = newAddress();
  const made: Json[] = [];
  for (const { invoice } of [one, other]) made.push(await ok<Json>(prepare({ invoice_id: invoice.id, to })));
  const [older, newer] = made as [Json, Json];
  const { hash } = await send(older);
  await becomes(older.id, { status: 'seen' });
  assert.equal((await read(newer.id)).status, 'ready');
  const { hash: unrelated } = await send({ unsigned: { to: newAddress(), data: '0x', value: '5' } });
  const report = (hash: string) => shop.api.post<Json>(`/refund/${newer.id}/hash`, { hash });
  assert.equal((await report(unrelated)).body.errors[0].code, 'other_transfer');
  const unknown = await ok<Json>(report(`0x${'ab'.repeat(32)}`));
  assert.deepEqual([unknown.status, unknown.reported_hash], ['ready', `0x${'ab'.repeat(32)}`]);
  const taken = await ok<Json>(report(hash));
  assert.equal(taken.status, 'ready');
  const { hash: second } = await send(newer);
  assert.deepEqual([(await ok<Json>(report(second))).status, (await read(newer.id)).hash], ['seen', second]);

  const { invoice } = await paidInvoice('0.05');
  const last = await ok<Json>(prepare({ invoice_id: invoice.id, to: newAddress() }));
  const { hash: unread } = await wallet.call(last.unsigned.to, last.unsigned.data, BigInt(last.unsigned.value));
  await stage.anvil.mine();
  const reported = await ok<Json>(shop.api.post(`/refund/${last.id}/hash`, { hash: unread }));
  assert.deepEqual([reported.status, reported.hash], ['seen', unread], 'the watcher reads the block at once');
});

test('the amount is held for an hour and then quoted anew, and the earlier amount still counts', async () => {
  const { invoice } = await paidInvoice('0.05');
  const made = await ok<Json>(prepare({ invoice_id: invoice.id, rate_kind: 'current', to: newAddress() }));
  assert.equal((await read(made.id)).quoted_until, made.quoted_until);
  await stage.pass(3_601);
  const renewed = await read(made.id);
  assert.ok(renewed.quoted_until > made.quoted_until);
  assert.deepEqual([renewed.status, renewed.amount], ['ready', made.amount]);
  await send(made);
  await becomes(made.id, { status: 'seen', amount_differs: false });
});

test('only owners, support and tokens with the right refund, and no other merchant learns of a refund', async () => {
  const { invoice } = await paidInvoice('0.05');
  const made = await ok<Json>(prepare({ invoice_id: invoice.id }));
  const other = await stage.shop({ settings: { app_token_may: ['refund'] } });
  const body = { invoice_id: invoice.id, rate_kind: 'locked' };
  assert.equal((await other.api.post('/refund', body)).status, 404);
  assert.equal((await other.api.delete(`/refund/${made.id}`)).status, 404);
  const shown = await ok<Json>(other.api.get(`/refund/${made.id}`));
  assert.equal(shown.rate_kind, undefined);
  assert.deepEqual(await ok<Json[]>(other.api.get('/refunds')), []);
  const theirs = await other.invoice('5.00');
  const named = { cryptocurrency: 'ETH', network: 'local' };
  const denied = await other.api.post<Json>('/refund', { ...body, ...named, invoice_id: theirs.id });
  assert.deepEqual([denied.status, denied.body.code], [422, 'exceeds_paid']);
  const listed = await ok<Json[]>(
    shop.api.get('/refunds', { query: { invoice_id: invoice.id, status: 'awaiting_address' } }),
  );
  assert.deepEqual(
    listed.map(({ id }) => id),
    [made.id],
  );
  const appTokenMay = (acts: readonly string[]) =>
    ok(stage.merchant.api.put(`/app/${shop.app.id}/settings`, { app_token_may: acts }));
  await appTokenMay([]);
  const path = `/refund/${made.id}`;
  const changes = [
    shop.api.put<Json>(path, {}),
    shop.api.put<Json>(path, { reason: 'Broken' }),
    shop.api.put<Json>(path, { to: newAddress() }),
    shop.api.delete<Json>(path),
    shop.api.post<Json>(`${path}/hash`, { hash: `0x${'ab'.repeat(32)}` }),
    shop.api.post<Json>('/refund', { invoice_id: invoice.id }),
  ];
  for (const { status, body } of await Promise.all(changes)) assert.deepEqual([status, body.code], [403, 'forbidden']);
  assert.deepEqual([(await read(made.id)).status, (await read(made.id)).reason], ['awaiting_address', null]);
  await appTokenMay(['refund']);
  assert.equal((await ok<Json>(shop.api.put(path, { reason: 'Broken' }))).reason, 'Broken');
});

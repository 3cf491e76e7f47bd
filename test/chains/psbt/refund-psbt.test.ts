// The PSBT of a refund: built from coins that the app's extended key received, signed by another wallet, and found.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../../rig/client.ts';
import type { Shop } from '../../rig/stage.ts';
import { decodePsbt, newTestKey, sendPsbt, signPsbt } from '../../rig/utxo/psbt-signer.ts';
import { startUtxoProxy, type UtxoProxy } from '../../rig/utxo/utxo-proxy.ts';
import { litoshisFor, startUtxoStage, type UtxoStage } from '../../rig/utxo/utxo-stage.ts';

let stage: UtxoStage;
let proxy: UtxoProxy;

before(async () => {
  stage = await startUtxoStage({
    confirmations: 2,
    async endpoints(node) {
      proxy = await startUtxoProxy(node);
      return [proxy.url];
    },
  });
});

after(async () => {
  await stage?.close();
  await proxy?.stop();
});

interface Keyed {
  readonly shop: Shop;
  /** The wallet's private descriptors. */
  readonly descriptors: readonly string[];
}

const account = "m/84'/1'/0'";

async function keyedShop(form: (key: string) => string = (key) => `wpkh(${key})`, path = account) {
  const key = newTestKey(path);
  const shop = await stage.shop({
    key: form(`${key.publicText}/<0;1>/*`),
    settings: { app_token_may: ['refund'] },
  });
  const descriptors = [0, 1].map((branch) => form(`${key.privateText}/${branch}/*`));
  return { key, shop, descriptors };
}

/** Pays invoices over these sums, all in one block. */
async function paidInvoices(shop: Shop, ...sums: readonly string[]): Promise<Json[]> {
  const invoices: Json[] = [];
  for (const dollars of sums) {
    const invoice = await shop.invoice(dollars);
    const attempt = await stage.attempt(invoice);
    await stage.node.pay(attempt.to, litoshisFor(dollars));
    invoices.push(invoice);
  }
  await stage.looks(2);
  await stage.mine(2);
  for (const { id } of invoices) await stage.invoiceBecomes(id, { status: 'paid' });
  return invoices;
}

async function prepare(shop: Shop, invoice: Json, dollars: string): Promise<Json> {
  const to = await stage.node.newAddress();
  return ok<Json>(shop.api.post('/refund', { invoice_id: invoice.id, fiat_value: dollars, to }));
}

/** A refund that waits for its destination. */
const draft = (shop: Shop, invoice: Json, dollars: string) =>
  ok<Json>(shop.api.post('/refund', { invoice_id: invoice.id, fiat_value: dollars }));

const readOnce = (shop: Shop, { id }: Json) => ok<Json>(shop.api.get(`/refund/${id}`));

/** A busy machine may not answer within the time limit of a read. */
const read = (shop: Shop, refund: Json) =>
  until(async () => {
    const found = await readOnce(shop, refund);
    return found.unsigned_reason === 'network_unavailable' ? null : found;
  }, `refund ${refund.id} is read while the node answers`);

function becomes(shop: Shop, refund: Json, status: string): Promise<Json> {
  return until(async () => {
    const found = await read(shop, refund);
    return found.status === status ? found : null;
  }, `refund ${refund.id} becomes ${status}`);
}

const inputsOf = async (psbt: string): Promise<string[]> =>
  (await decodePsbt(stage.node, psbt)).tx.vin.map(({ txid, vout }: Json) => `${txid}:${vout}`);

async function signAndSend({ descriptors }: Keyed, psbt: string): Promise<string> {
  return sendPsbt(stage.node, await signPsbt(stage.node, psbt, descriptors));
}

test('a refund’s PSBT has what a hardware wallet needs, and another wallet’s signature makes it sent', async () => {
  const { key, shop, descriptors } = await keyedShop();
  const [invoice] = await paidInvoices(shop, '100.00');
  const made = await prepare(shop, invoice as Json, '30.00');
  const ready = await read(shop, made);
  assert.deepEqual([ready.status, ready.unsigned_reason], ['ready', null]);
  assert.deepEqual([made.unsigned, made.network_fee], [ready.unsigned, ready.network_fee]);
  const { unsigned: psbt } = ready;
  const listed = await ok<Json[]>(shop.api.get('/refunds', { query: { app_id: shop.app.id } }));
  assert.deepEqual([(await read(shop, made)).unsigned, listed[0]?.unsigned], [psbt, psbt]);

  const decoded = await decodePsbt(stage.node, psbt);
  const [input] = decoded.inputs as Json[];
  assert.ok(input?.non_witness_utxo !== undefined && input.witness_utxo !== undefined);
  assert.deepEqual(
    input.bip32_derivs.map(({ master_fingerprint, path }: Json) => [master_fingerprint, path]),
    [[key.fingerprint, `${account}/0/0`]],
  );
  const at = (decoded.tx.vout as Json[]).findIndex(({ value }) => value !== 0.3);
  assert.deepEqual(decoded.tx.vout[1 - at].scriptPubKey.addresses, [made.to]);
  assert.deepEqual(
    decoded.outputs[at].bip32_derivs.map(({ master_fingerprint, path }: Json) => [master_fingerprint, path]),
    [[key.fingerprint, `${account}/1/0`]],
  );
  assert.ok(decoded.fee > 0 && decoded.fee < 0.0001, String(decoded.fee));
  assert.equal(Number(ready.network_fee), decoded.fee);

  const hash = await signAndSend({ shop, descriptors }, psbt);
  await stage.mine();
  assert.equal((await becomes(shop, made, 'seen')).hash, hash);
  await stage.mine();
  const sent = await becomes(shop, made, 'sent');
  const { refunded, unsigned, unsigned_reason, network_fee } = sent;
  assert.deepEqual([refunded, unsigned, unsigned_reason, network_fee], ['30.00', null, null, null]);

  const next = await prepare(shop, invoice as Json, '20.00');
  const ofChange = (await read(shop, next)).unsigned;
  assert.deepEqual(await inputsOf(ofChange), [`${hash}:${at}`], 'the change of the first one is the only coin left');
  const fields = (await decodePsbt(stage.node, ofChange)).inputs[0];
  assert.ok(fields.non_witness_utxo !== undefined);
  assert.equal(fields.bip32_derivs[0].path, `${account}/1/0`);
  await signAndSend({ shop, descriptors }, ofChange);
  await stage.mine(2);
  await becomes(shop, next, 'sent');
});

test('two refunds that are ready never share a coin or a change address, also when they are read at once', async () => {
  const { shop } = await keyedShop();
  const invoices = await paidInvoices(shop, '10.00', '20.00', '30.00');
  const made: Json[] = [];
  for (const invoice of invoices) made.push(await draft(shop, invoice, '5.00'));
  const to = await stage.node.newAddress();
  await Promise.all(made.map((one) => ok(shop.api.put(`/refund/${one.id}`, { to }))));
  const shown = await Promise.all([...made, ...made].map((one) => read(shop, one)));
  const psbts = shown.map(({ unsigned, unsigned_reason }) => unsigned ?? unsigned_reason);
  assert.deepEqual(psbts.slice(3), psbts.slice(0, 3));
  const inputs = (await Promise.all(psbts.slice(0, 3).map(inputsOf))).flat();
  assert.equal(new Set(inputs).size, 3);
  const decoded = await Promise.all(psbts.slice(0, 3).map((psbt) => decodePsbt(stage.node, psbt)));
  const change = decoded.flatMap(({ outputs }) =>
    outputs.flatMap(({ bip32_derivs }: Json) => (bip32_derivs ?? []).map(({ path }: Json) => path)),
  );
  assert.deepEqual(
    change.toSorted(),
    [0, 1, 2].map((index) => `${account}/1/${index}`),
  );

  const more = await prepare(shop, invoices[2] as Json, '5.00');
  assert.equal((await read(shop, more)).unsigned_reason, 'not_enough_coins');
  await ok(shop.api.delete(`/refund/${made[0]?.id}`));
  const freed = await read(shop, more);
  assert.deepEqual(await inputsOf(freed.unsigned), await inputsOf(psbts[0] as string));
});

test('a new destination makes a new PSBT that spends the same coin, so only one of them can be mined', async () => {
  const keyed = await keyedShop();
  const { shop } = keyed;
  const [invoice] = await paidInvoices(shop, '50.00', '60.00');
  const made = await prepare(shop, invoice as Json, '40.00');
  const first = (await read(shop, made)).unsigned;
  const changed = await ok<Json>(shop.api.put(`/refund/${made.id}`, { to: await stage.node.newAddress() }));
  const second = (await read(shop, made)).unsigned;
  assert.equal(changed.unsigned, second);
  assert.notEqual(second, first);
  assert.deepEqual(await inputsOf(second), await inputsOf(first));
  await signAndSend(keyed, second);
  await assert.rejects(signAndSend(keyed, first), /conflict|missingorspent|replacement|insufficient fee/i);
  await stage.mine(2);
  await becomes(shop, made, 'sent');
});

test('after a PSBT was sent, a new destination gets no other one, and the refund is seen at the old one', async () => {
  const keyed = await keyedShop();
  const { shop } = keyed;
  const [invoice] = await paidInvoices(shop, '50.00', '60.00');
  const made = await prepare(shop, invoice as Json, '40.00');
  const hash = await signAndSend(keyed, (await read(shop, made)).unsigned);
  await ok(shop.api.put(`/refund/${made.id}`, { to: await stage.node.newAddress() }));
  const { unsigned, unsigned_reason } = await read(shop, made);
  assert.deepEqual([unsigned, unsigned_reason], [null, 'earlier_psbt_sent']);
  const batch = await shop.api.post<Json>('/refund-batch', { network: 'local', refund_ids: [made.id] });
  assert.deepEqual([batch.status, batch.body.errors[0].code], [422, 'earlier_psbt_sent']);
  await stage.mine();
  assert.equal((await becomes(shop, made, 'seen')).hash, hash);
  await stage.mine();
  await becomes(shop, made, 'sent');
});

test('a refund of a batch whose coins pay another refund gets no PSBT from other coins', async () => {
  const keyed = await keyedShop();
  const { shop } = keyed;
  const [invoice] = await paidInvoices(shop, '10.00');
  const one = await prepare(shop, invoice as Json, '4.00');
  const other = await prepare(shop, invoice as Json, '4.00');
  assert.equal((await read(shop, other)).unsigned_reason, 'not_enough_coins');
  const batch = (...refund_ids: readonly string[]) =>
    shop.api.post<Json>('/refund-batch', { network: 'local', refund_ids });
  const twice = await batch(one.id, one.id.toUpperCase());
  assert.deepEqual([twice.status, twice.body.errors[0].code], [422, 'duplicate']);
  const both = await inputsOf((await ok<Json>(batch(one.id, other.id))).psbt);
  assert.equal(both.length, 1);
  await paidInvoices(shop, '10.00', '10.00');
  const { psbt } = await ok<Json>(batch(other.id));
  assert.deepEqual(await inputsOf(psbt), both);
  assert.equal((await read(shop, one)).unsigned_reason, 'earlier_psbt_sent');

  await signAndSend(keyed, psbt);
  await stage.mine(2);
  await becomes(shop, other, 'sent');
  assert.equal((await read(shop, one)).unsigned_reason, 'earlier_psbt_sent');
  await ok(shop.api.delete(`/refund/${one.id}`));
  const again = await prepare(shop, invoice as Json, '4.00');
  assert.equal((await read(shop, again)).unsigned_reason, null);
});

test('every kind of key is signed for by another wallet, and a key without change gets it at a new child', async () => {
  const { node } = stage;
  const [one, other] = [newTestKey("m/48'/1'/0'/2'"), newTestKey("m/48'/1'/0'/2'")];
  const several = (form: (keys: string) => string, branches: (branch: string) => string) => ({
    key: form(`${branches(one.publicText)},${branches(other.publicText)}`),
    descriptors: [0, 1].map((branch) => form(`${one.privateText}/${branch}/*,${other.privateText}/${branch}/*`)),
  });
  const single = (form: (key: string) => string, steps: string) => {
    const key = newTestKey(account);
    return {
      key: form(`${key.publicText}/${steps}/*`),
      descriptors: [0, 1].map((branch) => form(`${key.privateText}/${branch}/*`)),
    };
  };
  const wallets = [
    single((key) => `pkh(${key})`, '<0;1>'),
    single((key) => `sh(wpkh(${key}))`, '<0;1>'),
    single((key) => `wpkh(${key})`, '0'),
    several(
      (keys) => `wsh(sortedmulti(2,${keys}))`,
      (key) => `${key}/<0;1>/*`,
    ),
    several(
      (keys) => `sh(multi(2,${keys}))`,
      (key) => `${key}/<0;1>/*`,
    ),
  ];
  for (const { key, descriptors } of wallets) {
    const shop = await stage.shop({ key, settings: { app_token_may: ['refund'] } });
    const [invoice] = await paidInvoices(shop, '10.00');
    const made = await prepare(shop, invoice as Json, '4.00');
    const { unsigned, unsigned_reason } = await read(shop, made);
    assert.equal(unsigned_reason, null, key);
    await sendPsbt(node, await signPsbt(node, unsigned, descriptors));
    await stage.mine(2);
    await becomes(shop, made, 'sent');
    const unmatched = await ok<Json[]>(shop.api.get('/unmatched-payments', { query: { app_id: shop.app.id } }));
    assert.deepEqual(unmatched, [], key);
  }
});

test('without an extended key there is a reason, and a PSBT changed in the database is not shown', async () => {
  const fixed = await stage.shop({
    address: await stage.node.newAddress(),
    settings: { app_token_may: ['refund'] },
  });
  const [paid] = await paidInvoices(fixed, '10.00');
  const made = await prepare(fixed, paid as Json, '4.00');
  assert.equal((await read(fixed, made)).unsigned_reason, 'no_extended_key');

  const { shop } = await keyedShop();
  const [invoice] = await paidInvoices(shop, '10.00');
  const refund = await prepare(shop, invoice as Json, '4.00');
  const { unsigned: psbt } = await read(shop, refund);
  const { db } = stage.database;
  await db.query("update refund_psbts set psbt = 'cHNidP8B' where refund_ids = array[$1]", [refund.id]);
  const rebuilt = (await read(shop, refund)).unsigned;
  assert.deepEqual(await inputsOf(rebuilt), await inputsOf(psbt));
});

test('one PSBT pays five refunds, and a refund in it has no PSBT of its own', async () => {
  const keyed = await keyedShop();
  const { shop } = keyed;
  const invoices = await paidInvoices(shop, '10.00', '10.00', '10.00', '10.00', '10.00', '10.00');
  const made: Json[] = [];
  for (const invoice of invoices.slice(0, 5)) made.push(await prepare(shop, invoice, '4.00'));
  const own = (await read(shop, made[0] as Json)).unsigned;
  const batch = (refunds: readonly Json[], more: Json = {}) =>
    shop.api.post<Json>('/refund-batch', { network: 'local', refund_ids: refunds.map(({ id }) => id), ...more });
  const { psbt, refund_ids, fee } = await ok<Json>(batch(made));
  assert.deepEqual([refund_ids, Number(fee) > 0], [made.map(({ id }) => id), true]);
  assert.equal((await ok<Json>(batch(made))).psbt, psbt);
  for (const one of made) {
    const { unsigned, unsigned_reason } = await read(shop, one);
    assert.deepEqual([unsigned, unsigned_reason], [null, 'in_batch']);
  }
  const inputs = await inputsOf(psbt);
  for (const input of await inputsOf(own)) assert.ok(inputs.includes(input), 'only one of the two can be mined');
  const outside = await prepare(shop, invoices[5] as Json, '4.00');
  for (const input of await inputsOf((await read(shop, outside)).unsigned)) assert.ok(!inputs.includes(input));

  const { shop: other } = await keyedShop();
  const theirs = await other.api.post<Json>('/refund-batch', { network: 'local', refund_ids });
  assert.equal(theirs.status, 404);
  const unknown = await batch(made, { network: 'nowhere' });
  assert.deepEqual([unknown.status, unknown.body.errors[0].code], [422, 'unknown_network']);

  const hash = await signAndSend(keyed, psbt);
  await stage.mine(2);
  for (const one of made) assert.equal((await becomes(shop, one, 'sent')).hash, hash);
  const late = await batch(made);
  assert.deepEqual([late.status, late.body.errors[0].code], [422, 'not_ready']);
});

test('while the node is away, a refund is changed and read without a PSBT', async () => {
  const { shop } = await keyedShop();
  const [invoice] = await paidInvoices(shop, '10.00');
  const made = await draft(shop, invoice as Json, '4.00');
  const to = await stage.node.newAddress();
  proxy.breakOff(true);
  const changed = await ok<Json>(shop.api.put(`/refund/${made.id}`, { to }));
  const found = await readOnce(shop, made);
  proxy.breakOff(false);
  for (const { status, unsigned, unsigned_reason } of [changed, found])
    assert.deepEqual([status, unsigned, unsigned_reason], ['ready', null, 'network_unavailable']);
  assert.notEqual((await read(shop, made)).unsigned, null);
});

test('a repeated request gets the stored answer without the PSBT, and makes no other refund', async () => {
  const { shop } = await keyedShop();
  const [invoice] = await paidInvoices(shop, '10.00');
  const body = { invoice_id: invoice?.id, fiat_value: '4.00', to: await stage.node.newAddress() };
  const headers = { 'idempotency-key': randomUUID() };
  const [first, again] = [
    await shop.api.post<Json>('/refund', body, { headers }),
    await shop.api.post<Json>('/refund', body, { headers }),
  ];
  assert.deepEqual([first.status, again.status, again.body.id], [201, 201, first.body.id]);
  assert.deepEqual([again.body.unsigned, again.body.unsigned_reason], [null, 'not_prepared']);
  assert.equal((await read(shop, again.body)).unsigned, first.body.unsigned);
});

test('a PSBT whose fee exceeds the refund is not built, although the reported fee rate is plausible', async () => {
  const { shop } = await keyedShop();
  const [invoice] = await paidInvoices(shop, '10.00');
  const made = await draft(shop, invoice as Json, '0.10');
  // Below 1,000 times the least that nodes relay. A transfer of one coin has at least 110 virtual bytes.
  proxy.spoil(({ method }) => (method === 'estimatesmartfee' ? { result: { feerate: 0.0099, blocks: 6 } } : null));
  await ok(shop.api.put(`/refund/${made.id}`, { to: await stage.node.newAddress() }));
  const { unsigned, unsigned_reason, network_fee } = await read(shop, made);
  assert.deepEqual([unsigned, unsigned_reason, network_fee], [null, 'fee_too_high', null]);
  const batch = await shop.api.post<Json>('/refund-batch', { network: 'local', refund_ids: [made.id] });
  assert.deepEqual([batch.status, batch.body.errors[0].code], [422, 'fee_too_high']);
  proxy.spoil(null);
  const { fee } = await decodePsbt(stage.node, (await read(shop, made)).unsigned);
  assert.ok(fee > 0 && fee < 0.0001, String(fee));
});

// Payments in UTXO coins: seen while unconfirmed, credited once confirmed, at addresses that are each shown once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { utxoCodec } from '../../../src/io/chains/utxo/codec.ts';
import { utxoWalletCodec } from '../../../src/io/chains/utxo/wallet-codec.ts';
import { type Json, ok, until } from '../../rig/client.ts';
import { createMerchant } from '../../rig/merchant.ts';
import { expectTransfers } from '../../rig/payment/expected-transfers.ts';
import { startReceiver, verify } from '../../rig/receiver.ts';
import { blocksToMoveMedian, type Shop, units } from '../../rig/stage.ts';
import { litoshisFor, newDescriptor, startUtxoStage, type UtxoStage } from '../../rig/utxo/utxo-stage.ts';
import { unsignedTransaction } from '../../rig/utxo/utxo-transaction.ts';

let stage: UtxoStage;
let shop: Shop;

before(async () => {
  stage = await startUtxoStage({ killed: true, confirmations: 2 });
  shop = await stage.shop();
});

after(() => stage?.close());

test('C5-no-unconfirmed-credit: detected while unconfirmed, paid two blocks later, every webhook once', async () => {
  const receiver = await startReceiver();
  try {
    const own = await stage.shop();
    const webhook = await ok<Json>(own.api.post('/webhook', { app_id: own.app.id, url: receiver.url }));
    const invoice = await own.invoice('100.00');
    const attempt = await stage.attempt(invoice);
    assert.deepEqual([attempt.amount, attempt.required_confirmations], ['1', 2]);
    const txid = await stage.node.pay(attempt.to, litoshisFor('100.00'));
    const waiting = await stage.transactionBecomes(attempt.id, { hash: txid });
    assert.deepEqual(
      [waiting.status, waiting.block, waiting.confirmations, waiting.received_amount],
      ['processing', null, 0, '1'],
    );
    await stage.looks(3);
    const pending = await stage.getInvoice(invoice.id);
    assert.deepEqual([pending.status, pending.paid, pending.pending], ['open', '0.00', '100.00']);
    await stage.mine();
    const mined = await stage.getTransaction(attempt.id);
    assert.deepEqual([mined.status, mined.block, mined.confirmations], ['processing', await stage.node.height(), 1]);
    await stage.mine();
    const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
    assert.deepEqual([paid.paid, paid.pending, paid.exceptions], ['100.00', '0.00', []]);
    const expected = [
      ...['invoice.created', 'transaction.created', 'transaction.detected'],
      ...['transaction.succeeded', 'invoice.paid'],
    ];
    const told = (await receiver.until(expected.length)).map((request) => verify(request, webhook.secret));
    assert.deepEqual(told.map((event) => event.type).sort(), expected.toSorted());
  } finally {
    await receiver.close();
  }
});

test('C10-several-outputs: all outputs of a transaction to one address are one payment', async () => {
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  const script = (await stage.node.rpc<Json>('validateaddress', [attempt.to])).scriptPubKey;
  const parts = [30_000_000n, 50_000_000n, 20_000_000n].map((amount) => ({ script, amount }));
  const txid = await stage.node.payOutputs(parts);
  await stage.transactionBecomes(attempt.id, { hash: txid, received_amount: '1' });
  await stage.mine();
  await stage.transactionBecomes(attempt.id, { received_amount: '1', confirmations: 1 });
  await stage.mine();
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.equal(paid.paid, '100.00');
});

test('C8-dust: a worthless payment is recorded, and does not change the due amount', async () => {
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  const txid = await stage.node.pay(attempt.to, 5_460n);
  await stage.transactionBecomes(attempt.id, { hash: txid });
  await stage.mine(2);
  await stage.transactionBecomes(attempt.id, { status: 'success', received_amount: '0.0000546' });
  const owed = await stage.getInvoice(invoice.id);
  assert.deepEqual([owed.status, owed.paid, owed.remaining], ['open', '0.00', '100.00']);
});

test('a payment seen unconfirmed before the deadline is not late, however late it is mined', async () => {
  const invoice = await shop.invoice('100.00', { expires_in: 600 });
  const attempt = await stage.attempt(invoice);
  const txid = await stage.node.pay(attempt.to, litoshisFor('100.00'));
  await stage.transactionBecomes(attempt.id, { hash: txid });
  const other = await shop.invoice('100.00', { expires_in: 600 });
  const idle = await stage.attempt(other);
  await stage.pass(2_000);
  await stage.transactionBecomes(idle.id, { status: 'canceled', reason: 'expired' });
  await stage.invoiceBecomes(other.id, { status: 'expired' });
  assert.equal((await stage.getTransaction(attempt.id)).status, 'processing');
  assert.equal((await stage.getInvoice(invoice.id)).status, 'open');
  await stage.mine(2);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual(paid.exceptions, []);
});

test('paid while the service was away: what waits is seen before anything of that time expires', async () => {
  const invoice = await shop.invoice('100.00', { expires_in: 600 });
  const attempt = await stage.attempt(invoice);
  await stage.crash();
  const txid = await stage.node.pay(attempt.to, litoshisFor('100.00'));
  const later = (await tipOf()).time;
  await stage.clock.pass(2_000);
  await stage.node.rpc('setmocktime', [later + 2_000]);
  for (let mined = 0; mined < blocksToMoveMedian; mined += 1) await stage.node.mineJust([]);
  await stage.service.restart();
  await stage.caughtUp();
  await stage.transactionBecomes(attempt.id, { hash: txid, status: 'processing' });
  await stage.looks();
  assert.equal((await stage.getInvoice(invoice.id)).status, 'open');
  await stage.mine(2);
  assert.deepEqual((await stage.invoiceBecomes(invoice.id, { status: 'paid' })).exceptions, []);
});

test('an expected outgoing transfer is an output, found through a reorg and a restart', async () => {
  const outgoing = await expectTransfers(stage);
  try {
    const to = await stage.node.newAddress('bech32');
    const wanted = { coin: 'LTC on local', to, amount: litoshisFor('30.00') };
    const [first, second] = [await outgoing.expect(wanted), await outgoing.expect(wanted)];
    const { scriptPubKey: script } = await stage.node.rpc<Json>('validateaddress', [to]);
    const part = { script, amount: wanted.amount };
    // The mempool is polled only while a transaction is open.
    await stage.attempt(await shop.invoice('10.00'));
    const both = await stage.node.payOutputs([part, part]);
    await stage.looks(2);
    await stage.mine();
    const [one, other] = [await outgoing.becomes(first, 'seen', both), await outgoing.becomes(second, 'seen', both)];
    assert.notEqual(one.transfer?.position, other.transfer?.position, 'each has an output of its own');
    await stage.node.reorg(1, [[], []]);
    await stage.caughtUp();
    await outgoing.becomes(first, 'awaited', '');
    await stage.crash();
    await stage.node.mine(2);
    await stage.service.restart();
    await stage.caughtUp();
    const final = await outgoing.becomes(first, 'final', both);
    assert.deepEqual([final.confirmations, final.transfer?.sender], [2, null]);
    await outgoing.becomes(second, 'final', both);
    await outgoing.taken(second, 'final');
    const { db } = stage.database;
    for (const table of ['transfers', 'unconfirmed_transfers'])
      assert.equal((await db.query(`select from ${table} where tx_hash = $1`, [both])).length, 0, table);
  } finally {
    await outgoing.close();
  }
});

test('M3-below-dust: less than a wallet can send is not offered, and a rest below that is raised to it', async () => {
  const chf = { currency: 'CHF' };
  // 0.05 CHF are 57 litoshis at this price, and the node relays no output below 2,940 to such an address.
  const tiny = await shop.invoice('0.05', chf);
  assert.deepEqual([tiny.payable, tiny.payable_reason], [false, 'below_minimum']);
  const refused = await stage.anyone.post(`/invoice/${tiny.id}/payment-request`, {
    cryptocurrency: 'LTC',
    network: 'local',
  });
  assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'below_minimum']);
  const [offer] = await ok<Json[]>(stage.anyone.get('/app-cryptocurrencies', { query: { app_id: shop.app.id } }));
  assert.equal(offer?.min, '0.0000294');
  const invoice = await shop.invoice('5.00', chf);
  const first = await stage.attempt(invoice);
  await stage.node.pay(first.to, (units(first.amount, 8) * 99n) / 100n);
  await stage.mine(2);
  const part = await stage.invoiceBecomes(invoice.id, { status: 'partially_paid' });
  assert.equal(part.payable, true);
  const rest = await stage.attempt(invoice);
  assert.equal(rest.amount, '0.0000294');
  await stage.node.pay(rest.to, units(rest.amount, 8));
  await stage.mine(2);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.exceptions], ['5.00', []]);
});

/** The header of the newest block, as the node returns it. */
const tipOf = async () => stage.node.rpc<Json>('getblockheader', [await stage.node.rpc('getbestblockhash')]);

/** The chain's time as the service knows it, in Unix seconds. */
async function chainTime(): Promise<number> {
  const [cursor] = await stage.database.db.query<{ chain_time: Date }>('select chain_time from network_cursors');
  return (cursor?.chain_time.getTime() ?? 0) / 1000;
}

test('B24-block-times: the chain’s time is the node’s own median, which never goes back', async () => {
  const tip = await tipOf();
  for (const seconds of [60, 120, 10, 130]) {
    const before = await chainTime();
    await stage.node.rpc('setmocktime', [tip.time + seconds]);
    await stage.mine();
    assert.equal(await chainTime(), (await tipOf()).mediantime);
    assert.ok((await chainTime()) >= before);
  }
  await stage.node.reorg(2, [[]]);
  await stage.caughtUp();
  assert.equal(await chainTime(), (await tipOf()).mediantime, 'after a reorg it is that of the branch that is left');
});

test('B24-one-block-ahead: a block dated 50 minutes ahead ends nothing and makes no payment late', async () => {
  await stage.pass(1);
  const over = await shop.invoice('100.00', { expires_in: 600 });
  const idle = await stage.attempt(over);
  const paying = await shop.invoice('100.00', { expires_in: 600 });
  const attempt = await stage.attempt(paying);
  await stage.node.rpc('setmocktime', [(await tipOf()).time + 3_000]);
  await stage.node.mineJust([]);
  await stage.caughtUp();
  await stage.looks(3);
  const states = async () => [(await stage.getInvoice(over.id)).status, (await stage.getTransaction(idle.id)).status];
  assert.deepEqual(await states(), ['open', 'processing']);
  const txid = await stage.node.pay(attempt.to, litoshisFor('100.00'));
  await stage.transactionBecomes(attempt.id, { hash: txid, reason: null });
  await stage.mine(2);
  const paid = await stage.invoiceBecomes(paying.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.exceptions], ['100.00', []]);
  assert.equal((await stage.getTransaction(attempt.id)).status, 'success');
  assert.deepEqual(await states(), ['open', 'processing']);
  await stage.pass(3_000);
  await stage.transactionBecomes(idle.id, { status: 'canceled', reason: 'expired' });
  await stage.invoiceBecomes(over.id, { status: 'expired' });
});

test('on a shared address the exact amount says whose payment it is; any other waits for the merchant', async () => {
  const till = await stage.shop({ address: await stage.node.newAddress('legacy') });
  const [first, second] = [await till.invoice('10.00'), await till.invoice('10.00')];
  const [a, b] = [await stage.attempt(first), await stage.attempt(second)];
  assert.equal(a.to, b.to);
  assert.notEqual(a.amount, b.amount);
  const forB = await stage.node.pay(b.to, units(b.amount, 8));
  await stage.transactionBecomes(b.id, { hash: forB, matched_by: 'amount' });
  const strange = await stage.node.pay(a.to, 7_777_777n);
  await stage.looks(3);
  assert.equal((await stage.getTransaction(a.id)).hash, null, 'who sends says nothing here');
  await stage.mine(2);
  await stage.invoiceBecomes(second.id, { status: 'paid' });
  const waiting = await ok<Json[]>(till.api.get('/unmatched-payments', { query: { app_id: till.app.id } }));
  assert.deepEqual(
    waiting.map((one) => [one.hash, one.reason, one.from]),
    [[strange, 'unknown', null]],
  );
});

test('C12-coinbase: an unspendable new coin is not final before a hundred confirmations', async () => {
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  await stage.node.mine(1, attempt.to);
  const seen = await until(async () => {
    const now = await stage.getTransaction(attempt.id);
    return now.hash === null ? null : now;
  }, 'the coinbase output to be seen');
  assert.equal(seen.required_confirmations, 100);
  await stage.mine(98);
  assert.deepEqual(
    [(await stage.getTransaction(attempt.id)).status, (await stage.getTransaction(attempt.id)).confirmations],
    ['processing', 99],
  );
  await stage.mine();
  await stage.invoiceBecomes(invoice.id, { status: 'paid', exceptions: ['overpaid'] });
});

test('C13-gap-limit: one invoice always uses one address, and the app address shows the gap', async () => {
  const own = await stage.shop();
  const gap = async () => {
    const [place] = await ok<Json[]>(own.api.get('/app-addresses'));
    return [place.next_index, place.unused_in_a_row];
  };
  assert.deepEqual(await gap(), [0, 0]);
  const invoice = await own.invoice('100.00');
  const first = await stage.attempt(invoice);
  for (let round = 0; round < 5; round++) {
    const [latest] = await stage.transactionsOf(invoice.id);
    await ok(stage.anyone.delete(`/transaction/${latest.id}`));
    const again = await stage.attempt(invoice, await stage.node.newAddress());
    assert.equal(again.to, first.to);
  }
  const another = await stage.attempt(await own.invoice('100.00'));
  assert.notEqual(another.to, first.to);
  assert.deepEqual(await gap(), [2, 2]);
  await stage.node.pay(another.to, litoshisFor('100.00'));
  await stage.mine(2);
  assert.deepEqual(await gap(), [2, 0]);
});

test('L17-C13-open-addresses-capped: the app limits the unpaid addresses; further invoices share one', async () => {
  const own = await stage.shop({ settings: { unpaid_addresses_max: 20 } });
  const attempts: Json[] = [];
  for (let count = 0; count < 20; count++) attempts.push(await stage.attempt(await own.invoice('100.00')));
  assert.equal(new Set(attempts.map((one) => one.to)).size, 20);
  const [invoice, other] = [await own.invoice('100.00'), await own.invoice('100.00')];
  const beyond = [await stage.attempt(invoice), await stage.attempt(other)];
  assert.equal(new Set([...attempts, ...beyond].map((one) => one.to)).size, 21);
  assert.deepEqual(
    beyond.map((one) => one.identified_by),
    ['amount', 'amount'],
  );
  assert.equal(new Set(beyond.map((one) => one.amount)).size, 2);
  for (const one of beyond) await stage.node.pay(one.to, units(one.amount, 8));
  await stage.node.pay(attempts[3].to, litoshisFor('100.00'));
  await stage.mine(2);
  for (const one of [invoice, other]) {
    const paid = await stage.invoiceBecomes(one.id, { status: 'paid', paid: '100.00' });
    assert.deepEqual(paid.exceptions, []);
  }
  // One of the addresses was paid, so the next invoice gets a separate address.
  const next = await stage.attempt(await own.invoice('100.00'));
  assert.deepEqual([next.identified_by, [...attempts, ...beyond].some(({ to }) => to === next.to)], ['address', false]);
});

test('C22-restored-backup: a payment to an address lost with the backup is kept; it is not shown again', async () => {
  const value = newDescriptor();
  const own = await stage.shop({ key: value });
  const facts = { symbol: 'local', chainId: null, params: 'litecoin-regtest', rpc: [], contracts: [] };
  const key = utxoWalletCodec.readExtendedKey(value, facts);
  assert.ok('canonical' in key);
  const derived = (index: bigint) => utxoCodec.deriveAddress(key.canonical, index, facts);
  const shown = await stage.attempt(await own.invoice('100.00'));
  assert.equal(shown.to, derived(0n));
  await until(async () => {
    await stage.looks(1);
    const rows = await stage.database.db.query('select 1 from wallets where value = $1', [key.canonical]);
    return rows.length === 1;
  }, 'the key to be known');
  // The watcher checks the keys in use every few seconds.
  const txid = await until(
    async () => {
      const paid = await stage.node.pay(derived(7n), litoshisFor('100.00'));
      await stage.mine();
      const rows = await stage.database.db.query('select 1 from transfers where tx_hash = $1', [paid]);
      return rows.length === 1 ? paid : null;
    },
    'a payment ahead of what was shown to be recorded',
    { everyMs: 1_000 },
  );
  const waiting = await ok<Json[]>(own.api.get('/unmatched-payments', { query: { app_id: own.app.id } }));
  assert.deepEqual(
    waiting.map((one) => [one.hash, one.to]),
    [[txid, derived(7n)]],
  );
  assert.equal((await stage.attempt(await own.invoice('100.00'))).to, derived(8n));
});

test('events of a payment that waits are numbered like any others', async () => {
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  const txid = await stage.node.pay(attempt.to, litoshisFor('60.00'));
  await stage.transactionBecomes(attempt.id, { hash: txid, received_amount: '0.6' });
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'partially_paid', paid: '60.00' });
  assert.deepEqual(await shop.eventTypes(invoice.id), [
    ...['invoice.created', 'transaction.created', 'transaction.detected'],
    ...['transaction.succeeded', 'invoice.partially_paid'],
  ]);
});

test('S4-W48-script: a multisig address, which cannot sign, proves control by a payment to itself', async () => {
  const { node } = stage;
  const keys = [await node.newAddress(), await node.newAddress(), await node.newAddress()];
  const { address } = await node.rpc<Json>('addmultisigaddress', [2, keys, '', 'bech32']);
  const { scriptPubKey: script } = await node.rpc<Json>('validateaddress', [address]);
  const squatter = await stage.shop({ address });
  const invoice = await squatter.invoice('100.00');
  const open = await stage.attempt(invoice);
  const owner = await createMerchant(stage.service, { accepts: [['LTC', 'local']], appName: 'Owner' });
  const enter = () =>
    owner.api.post<Json>('/app-address', { app_id: owner.app.id, network: 'local', kind: 'address', value: address });
  const refused = async () => {
    const { status, body } = await enter();
    assert.deepEqual([status, body.errors?.[0].code], [422, 'address_in_use']);
    return body.errors[0];
  };
  const { proof_payment: asked } = await refused();
  assert.deepEqual([asked.cryptocurrency, asked.network], ['LTC', 'local']);
  const amount = units(asked.amount, 8);
  // Anyone can pay the amount. The proof is to spend a coin of the multisig.
  const coin = await node.pay(address, 5_000_000n);
  await node.pay(address, amount);
  await stage.mine(2);
  assert.deepEqual((await refused()).proof_payment, asked);
  const { vout } = await node.rpc<Json>('gettransaction', [coin, true, true]).then(({ decoded }) => decoded);
  const { n } = vout.find((one: Json) => one.scriptPubKey.hex === script);
  const bare = unsignedTransaction(
    [{ txid: coin, vout: n }],
    [
      { script, amount },
      { script, amount: 4_900_000n - amount },
    ],
  );
  await node.send((await node.rpc<Json>('signrawtransactionwithwallet', [bare])).hex);
  assert.deepEqual((await refused()).proof_payment, asked, 'what waits to be mined does not count');
  await stage.mine();
  assert.match((await refused()).message, /1 of 2 confirmations/);
  await stage.mine();
  assert.ok((await ok<Json>(enter())).proved_at);
  await stage.transactionBecomes(open.id, { status: 'canceled', reason: 'address_lost' });
});

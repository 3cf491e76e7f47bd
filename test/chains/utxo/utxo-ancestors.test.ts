// A payment fails if an unconfirmed ancestor fails. Its transaction then ends as well, and no block is read twice for
// it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../../rig/client.ts';
import { blocksToMoveMedian, type Shop } from '../../rig/stage.ts';
import { type Coin, newKey, scriptOf, txidOf } from '../../rig/utxo/keyed-coin.ts';
import { startUtxoProxy, type UtxoProxy } from '../../rig/utxo/utxo-proxy.ts';
import { litoshisFor, startUtxoStage, type UtxoStage } from '../../rig/utxo/utxo-stage.ts';

let stage: UtxoStage;
let proxy: UtxoProxy;
let shop: Shop;

before(async () => {
  stage = await startUtxoStage({
    confirmations: 2,
    async endpoints(node) {
      proxy = await startUtxoProxy(node);
      return [proxy.url];
    },
  });
  shop = await stage.shop();
});

after(async () => {
  await stage?.close();
  await proxy?.stop();
});

interface Resting {
  readonly coin: Coin;
  readonly invoice: Json;
  readonly attempt: Json;
  /** The unconfirmed ancestor and the payment that spends its output, in hex. */
  readonly parent: string;
  readonly payment: string;
  readonly txid: string;
}

/** An invoice over 100 USD with an unconfirmed payment that has an unconfirmed ancestor. */
async function restingPayment(): Promise<Resting> {
  const { node } = stage;
  const coin = await stage.coin('bech32', litoshisFor('102.00'));
  await stage.caughtUp();
  const key = await newKey(node, 'bech32');
  const invoice = await shop.invoice('100.00', { expires_in: 86_400 });
  const attempt = await stage.attempt(invoice);
  const amount = litoshisFor('101.50');
  const parent = await coin.spend(key.address, amount);
  const output = { txid: await node.send(parent), vout: 0, amount };
  const script = await scriptOf(node, attempt.to);
  const payment = await key.sign(output, [{ script, amount: litoshisFor('100.00') }]);
  const txid = await node.send(payment);
  await stage.transactionBecomes(attempt.id, { hash: txid, received_amount: '1' });
  return { coin, invoice, attempt, parent, payment, txid };
}

/** Counts the blocks that the service read from its node, and the blocks mined, since this call. */
async function countingBlocks(): Promise<() => Promise<{ read: number; mined: number }>> {
  const [read, height] = [proxy.calls('getblock'), await stage.node.height()];
  return async () => ({ read: proxy.calls('getblock') - read, mined: (await stage.node.height()) - height });
}

async function assertReadOnce(since: () => Promise<{ read: number; mined: number }>): Promise<void> {
  const { read, mined } = await since();
  assert.ok(read <= mined, `${read} blocks were read, and ${mined} were mined`);
}

async function elsewhere({ coin }: Pick<Resting, 'coin'>, dollars = '90.00'): Promise<string> {
  const stranger = await newKey(stage.node, 'bech32');
  return coin.spend(stranger.address, litoshisFor(dollars));
}

test('while nobody waits for a payment the mempool is not asked about at all', async () => {
  const asked = () => proxy.calls('getmempoolinfo') + proxy.calls('getrawmempool');
  await stage.looks(3);
  assert.equal(asked(), 0);
  const attempt = await stage.attempt(await shop.invoice('100.00'));
  await until(() => Promise.resolve(asked() > 0), 'the mempool to be looked at');
  await ok(stage.anyone.delete(`/transaction/${attempt.id}`));
  await stage.looks(2);
  const before = asked();
  await stage.looks(3);
  assert.equal(asked(), before);
});

test('S14-parent-replaced: a payment with a replaced ancestor ends, and its invoice can be paid again', async () => {
  const resting = await restingPayment();
  const { invoice, attempt } = resting;
  const since = await countingBlocks();
  await stage.node.send(await elsewhere(resting));
  const back = await stage.transactionBecomes(attempt.id, { hash: null });
  assert.deepEqual([back.status, back.received_amount], ['processing', null]);
  const open = await stage.getInvoice(invoice.id);
  assert.deepEqual([open.status, open.pending, open.remaining, open.payable], ['open', '0.00', '100.00', true]);
  const second = await stage.node.pay(attempt.to, litoshisFor('100.00'));
  await stage.transactionBecomes(attempt.id, { hash: second });
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  await assertReadOnce(since);
});

test('S14-parent-double-spent: a payment ends in the block that double spends its ancestor', async () => {
  const resting = await restingPayment();
  const { invoice, attempt, parent, payment, txid } = resting;
  const since = await countingBlocks();
  await stage.node.mineJust([await elsewhere(resting)]);
  await stage.caughtUp();
  const rejected = await stage.transactionBecomes(attempt.id, { status: 'rejected' });
  assert.deepEqual([rejected.reason, rejected.hash, rejected.block], ['double_spent', txid, null]);
  const open = await stage.getInvoice(invoice.id);
  assert.deepEqual([open.status, open.pending, open.payable], ['open', '0.00', true]);
  await assertReadOnce(since);
  // A reorg removes the conflicting block, and the new branch contains the ancestor and the payment.
  await stage.node.reorg(1, [[parent, payment], []]);
  await stage.caughtUp();
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  const [late, first] = await stage.transactionsOf(invoice.id);
  assert.deepEqual([late?.reason, late?.status, late?.hash], ['late', 'success', txid]);
  assert.deepEqual([first?.id, first?.status], [attempt.id, 'rejected']);
});

test('S14-parent-redirected: a conflict of the ancestor that pays the attempt replaces the payment', async () => {
  const { coin, invoice, attempt } = await restingPayment();
  const instead = await coin.spend(attempt.to, litoshisFor('100.00'));
  await stage.node.mineJust([instead]);
  await stage.caughtUp();
  await stage.transactionBecomes(attempt.id, { hash: await txidOf(stage.node, instead), received_amount: '1' });
  await stage.mine(1);
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  assert.equal((await stage.transactionsOf(invoice.id)).length, 1);
});

test('S14-parent-mined: a parent that is mined first is no conflict, nor is it after a reorg', async () => {
  const { invoice, attempt, parent, txid } = await restingPayment();
  await stage.node.mineJust([parent]);
  await stage.caughtUp();
  await stage.looks(2);
  assert.equal((await stage.getTransaction(attempt.id)).hash, txid);
  await stage.node.reorg(1, [[], [parent]]);
  await stage.caughtUp();
  await stage.looks(2);
  assert.equal((await stage.getTransaction(attempt.id)).hash, txid);
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
});

test('S14-forgotten: a payment unknown for twelve blocks ends, and is late if it is mined later', async () => {
  const { invoice, attempt, parent, payment, txid } = await restingPayment();
  await stage.node.restart();
  const isDropped = () =>
    stage.database.db.query("select 1 from unconfirmed_transactions where tx_hash = $1 and outcome = 'dropped'", [
      txid,
    ]);
  await until(async () => (await isDropped()).length > 0, 'the payment to be missed');
  const since = await countingBlocks();
  await stage.pass(2_000);
  await stage.mine(11 - blocksToMoveMedian);
  await stage.looks(2);
  assert.deepEqual(
    [(await stage.getTransaction(attempt.id)).status, (await stage.getInvoice(invoice.id)).pending],
    ['processing', '100.00'],
    'eleven blocks are not enough',
  );
  await stage.mine(1);
  const ended = await stage.transactionBecomes(attempt.id, { status: 'canceled' });
  assert.deepEqual([ended.reason, ended.hash], ['expired', txid]);
  const open = await stage.getInvoice(invoice.id);
  assert.deepEqual([open.status, open.pending, open.payable], ['open', '0.00', true]);
  await assertReadOnce(since);
  await stage.node.mineJust([parent, payment]);
  await stage.caughtUp();
  await stage.mine(1);
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  const [late] = await stage.transactionsOf(invoice.id);
  assert.deepEqual([late?.reason, late?.hash, late?.status], ['late', txid, 'success']);
});

test('S14-hundred-orphans: a hundred payments whose ancestor is replaced end in one block', async () => {
  const { node } = stage;
  const each = litoshisFor('5.00');
  const coins: Coin[] = [];
  for (let made = 0; made < 5; made += 1) coins.push(await stage.coin('bech32', litoshisFor('110.00')));
  await stage.caughtUp();
  const senders = await Promise.all(Array.from({ length: 10 }, () => node.newAddress()));
  const attempts: Json[] = [];
  for (let made = 0; made < 10; made += 1) {
    const invoice = await shop.invoice('100.00');
    for (const sender of senders) attempts.push(await stage.attempt(invoice, sender));
  }
  const key = await newKey(node, 'bech32');
  for (const [at, coin] of coins.entries()) {
    const outputs = Array.from({ length: 20 }, () => ({ script: key.script, amount: each }));
    const txid = await node.send(await coin.key.sign(coin, outputs));
    for (const [vout, attempt] of attempts.slice(at * 20, at * 20 + 20).entries()) {
      const script = await scriptOf(node, attempt.to);
      await node.send(await key.sign({ txid, vout, amount: each }, [{ script, amount: litoshisFor('4.90') }]));
    }
  }
  const honest = await stage.attempt(await shop.invoice('100.00'));
  const paid = await node.pay(honest.to, litoshisFor('100.00'));
  const waiting = () =>
    stage.database.db.query('select 1 from transactions where status = $1 and hash is not null and block is null', [
      'processing',
    ]);
  await until(async () => (await waiting()).length === 101, 'all of them to be seen');
  const since = await countingBlocks();
  await node.mineJust([...(await Promise.all(coins.map((coin) => elsewhere({ coin })))), paid]);
  await node.mineJust([]);
  await stage.transactionBecomes(honest.id, { status: 'success' });
  const ids = attempts.map((attempt) => attempt.id);
  const ended = await stage.database.db.query(
    `select 1 from transactions where id = any($1::uuid[]) and status = 'rejected' and reason = 'double_spent'`,
    [ids],
  );
  assert.equal(ended.length, 100, 'all have ended by the time the honest one is paid');
  const { read } = await since();
  assert.ok(read <= 2, `${read} blocks were read`);
});

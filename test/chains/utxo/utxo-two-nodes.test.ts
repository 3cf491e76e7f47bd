// Two nodes with different mempools: an unconfirmed payment on one of them is no guarantee, and the first that is mined
// counts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, until } from '../../rig/client.ts';
import type { Shop } from '../../rig/stage.ts';
import type { Coin } from '../../rig/utxo/keyed-coin.ts';
import { type Litecoind, startLitecoind } from '../../rig/utxo/litecoind.ts';
import { litoshisFor, startUtxoStage, type UtxoStage } from '../../rig/utxo/utxo-stage.ts';

let stage: UtxoStage;
let shop: Shop;
let other: Litecoind;

before(async () => {
  stage = await startUtxoStage({
    confirmations: 2,
    async endpoints(node) {
      other = await startLitecoind({ blocks: 0 });
      await copyBlocks(node, other);
      return [node.url, other.url];
    },
  });
  shop = await stage.shop();
});

after(async () => {
  await stage?.close();
  await other?.stop();
});

/** Copies the missing blocks of one node to the other. The other must have no blocks of its own. */
async function copyBlocks(from: Litecoind, to: Litecoind): Promise<void> {
  const height = await from.height();
  for (let number = (await to.height()) + 1; number <= height; number++) {
    const hash = await from.rpc<string>('getblockhash', [number]);
    await to.rpc('submitblock', [await from.rpc('getblock', [hash, 0])]);
  }
}

interface Conflict {
  readonly invoice: Json;
  readonly attempt: Json;
  /** The ids of the unconfirmed transactions on the stage's node and on the other one. */
  readonly here: string;
  readonly there: string;
}

/** Spends one coin to different addresses on the two nodes. The service has seen one of the payments. */
async function conflict(spendThere: (coin: Coin, attempt: Json) => Promise<string>): Promise<Conflict> {
  const coin = await stage.coin('bech32', litoshisFor('101.00'));
  await copyBlocks(stage.node, other);
  await stage.caughtUp();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  const there = await other.send(await spendThere(coin, attempt));
  const here = await stage.node.send(await coin.spend(attempt.to, litoshisFor('100.00')));
  return { invoice, attempt, here, there };
}

test('C4-two-mempools: of two payments from the same coin the one that is mined counts, once', async () => {
  const { invoice, attempt, here, there } = await conflict((coin, { to }) => coin.spend(to, litoshisFor('100.20')));
  assert.notEqual(here, there);
  await stage.looks(5);
  const { status, hash } = await stage.getTransaction(attempt.id);
  assert.ok(status === 'processing' && (hash === here || hash === there));
  await other.mine();
  await copyBlocks(other, stage.node);
  await other.mine();
  await copyBlocks(other, stage.node);
  await stage.caughtUp();
  await stage.transactionBecomes(attempt.id, { status: 'success', hash: there, received_amount: '1.002' });
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.20', pending: '0.00' });
  assert.equal((await stage.transactionsOf(invoice.id)).length, 1);
});

test('B10-lagging-node: a payment mined on one node is not unconfirmed again by another node’s mempool', async () => {
  const coin = await stage.coin('bech32', litoshisFor('101.00'));
  await copyBlocks(stage.node, other);
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  const payment = await coin.spend(attempt.to, litoshisFor('100.00'));
  const txid = await other.send(payment);
  await stage.node.send(payment);
  await stage.transactionBecomes(attempt.id, { hash: txid });
  await stage.mine();
  const { block } = await stage.transactionBecomes(attempt.id, { confirmations: 1 });
  await stage.looks(10);
  assert.equal((await stage.getTransaction(attempt.id)).block, block);
  await stage.mine();
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  await copyBlocks(stage.node, other);
});

test('C4: if the mined one pays elsewhere, the attempt is rejected, and nothing was ever credited', async () => {
  const elsewhere = await other.newAddress();
  const { invoice, attempt, here } = await conflict((coin) => coin.spend(elsewhere, litoshisFor('100.20')));
  await stage.looks(5);
  await other.mine();
  await copyBlocks(other, stage.node);
  await stage.caughtUp();
  // Only a service that saw the payment can report its outcome.
  await until(async () => {
    const ended = await stage.getTransaction(attempt.id);
    return [`rejected,double_spent,${here}`, 'processing,,'].includes(String([ended.status, ended.reason, ended.hash]));
  }, 'the attempt to lose its payment');
  const open = await stage.getInvoice(invoice.id);
  assert.deepEqual([open.status, open.paid, open.pending], ['open', '0.00', '0.00']);
});

// A shop with an Electrum server as its only endpoint: a payment is detected, confirmed and reversed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, until } from '../../rig/client.ts';
import { type ElectrumServer, startElectrumServer } from '../../rig/light/electrum-server.ts';
import { hiding } from '../../rig/light/index-lies.ts';
import { indexLitecoind, nameOf } from '../../rig/light/script-index.ts';
import { expectTransfers } from '../../rig/payment/expected-transfers.ts';
import type { Shop } from '../../rig/stage.ts';
import { litoshisFor, startUtxoStage, type UtxoStage } from '../../rig/utxo/utxo-stage.ts';

let stage: UtxoStage;
let server: ElectrumServer;
let shop: Shop;

before(async () => {
  stage = await startUtxoStage({
    confirmations: 2,
    async endpoints(node) {
      server = await startElectrumServer(await indexLitecoind(node));
      return [server.url];
    },
  });
  shop = await stage.shop();
});

after(async () => {
  try {
    await stage?.close();
  } finally {
    await server?.stop();
  }
});

async function paidAttempt() {
  const coin = await stage.coin('bech32', litoshisFor('101.00'));
  await stage.caughtUp();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  const hex = await coin.spend(attempt.to, litoshisFor('100.00'));
  return { coin, invoice, attempt, hex, txid: await stage.node.send(hex) };
}

test('a shop without a node: seen while it waits, paid two blocks later, taken back by a reorg', async () => {
  const { coin, invoice, attempt, txid } = await paidAttempt();
  await stage.transactionBecomes(attempt.id, { status: 'processing', hash: txid, block: null });
  assert.equal((await stage.getInvoice(invoice.id)).pending, '100.00');
  await stage.mine();
  await stage.transactionBecomes(attempt.id, { confirmations: 1 });
  await stage.mine();
  await stage.transactionBecomes(attempt.id, { status: 'success', block: (await stage.node.height()) - 1 });
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  assert.deepEqual(await shop.eventTypes(invoice.id), [
    ...['invoice.created', 'transaction.created', 'transaction.detected', 'transaction.succeeded', 'invoice.paid'],
  ]);
  // On the longer branch the coins go to another address.
  await stage.node.reorg(2, [[await coin.spend(await stage.node.newAddress(), litoshisFor('100.50'))], [], []]);
  await stage.caughtUp();
  await stage.transactionBecomes(attempt.id, { status: 'rejected' });
  const reversed = await stage.getInvoice(invoice.id);
  assert.deepEqual([reversed.paid, reversed.pending], ['0.00', '0.00']);
  assert.ok((await shop.eventTypes(invoice.id)).includes('invoice.reversed'));
});

test('what was replaced while it waited is unpaid again, and what took its place counts', async () => {
  const { coin, invoice, attempt, txid } = await paidAttempt();
  await stage.transactionBecomes(attempt.id, { hash: txid });
  const instead = await stage.node.send(await coin.spend(await stage.node.newAddress(), litoshisFor('99.50')));
  await stage.transactionBecomes(attempt.id, { hash: null });
  assert.equal((await stage.getInvoice(invoice.id)).pending, '0.00');
  await stage.mine();
  assert.notEqual(instead, txid);
  const again = await stage.node.pay(attempt.to, litoshisFor('100.00'));
  await stage.transactionBecomes(attempt.id, { hash: again });
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
});

test('a connection that is broken off is opened again, and nothing that came meanwhile is lost', async () => {
  const { invoice, attempt, txid } = await paidAttempt();
  await stage.transactionBecomes(attempt.id, { hash: txid });
  const before = server.connections;
  server.breakOff(true);
  await stage.node.mine(2);
  await until(() => server.connections > before, 'the service to try again');
  server.breakOff(false);
  await stage.caughtUp();
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
});

test('what a server tells late of a block that was read is recorded all the same, once', async () => {
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  const { scriptPubKey } = await stage.node.rpc<Json>('validateaddress', [attempt.to]);
  server.lie(hiding(nameOf(scriptPubKey)));
  const txid = await stage.node.pay(attempt.to, litoshisFor('100.00'));
  await stage.mine(2);
  await stage.looks(3);
  assert.equal((await stage.getTransaction(attempt.id)).hash, null);
  server.lie(null);
  await stage.transactionBecomes(attempt.id, { hash: txid, received_amount: '1' });
  await stage.mine();
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  await until(async () => (await stage.transactionsOf(invoice.id)).length === 1, 'one transaction');
});

test('an expected outgoing transfer is found at an index, taken back by a reorg, and final afterwards', async () => {
  const outgoing = await expectTransfers(stage);
  try {
    const coin = await stage.coin('bech32', litoshisFor('51.00'));
    const to = await stage.node.newAddress('bech32');
    const id = await outgoing.expect({ coin: 'LTC on local', to, amount: litoshisFor('50.00') });
    const txid = await stage.node.send(await coin.spend(to, litoshisFor('50.00')));
    await stage.mine();
    await outgoing.becomes(id, 'seen', txid);
    await stage.node.reorg(1, [[], []]);
    await outgoing.becomes(id, 'awaited', '');
    await stage.mine(2);
    assert.equal((await outgoing.becomes(id, 'final', txid)).confirmations, 2);
  } finally {
    await outgoing.close();
  }
});

test('nothing is asked while nothing happens: the server tells', async () => {
  await stage.mine();
  await stage.looks(3);
  const before = server.calls();
  await stage.looks(20);
  assert.ok(server.calls() - before <= 2, `${server.calls() - before} calls in twenty looks`);
});

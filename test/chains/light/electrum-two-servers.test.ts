// A shop with two Electrum servers, where the first one hides a payment. The second one reports and proves it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../../rig/client.ts';
import { type ElectrumServer, startElectrumServer } from '../../rig/light/electrum-server.ts';
import { hiding } from '../../rig/light/index-lies.ts';
import { indexLitecoind, nameOf } from '../../rig/light/script-index.ts';
import type { Shop } from '../../rig/stage.ts';
import { litoshisFor, startUtxoStage, type UtxoStage } from '../../rig/utxo/utxo-stage.ts';

let stage: UtxoStage;
let one: ElectrumServer;
let other: ElectrumServer;
let shop: Shop;

before(async () => {
  stage = await startUtxoStage({
    killed: true,
    confirmations: 2,
    async endpoints(node) {
      const index = await indexLitecoind(node);
      [one, other] = [await startElectrumServer(index), await startElectrumServer(index)];
      return [one.url, other.url];
    },
  });
  shop = await stage.shop();
});

after(async () => {
  try {
    await stage?.close();
  } finally {
    await one?.stop();
    await other?.stop();
  }
});

test('C17: a payment hidden by one of two servers is paid, and stays paid after a second reading', async () => {
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice);
  const { scriptPubKey } = await stage.node.rpc<Json>('validateaddress', [attempt.to]);
  one.lie(hiding(nameOf(scriptPubKey)));
  const txid = await stage.node.pay(attempt.to, litoshisFor('100.00'));
  await stage.looks(5);
  assert.equal((await stage.getTransaction(attempt.id)).hash, null, 'only one of two says that it waits');
  await stage.mine(2);
  await stage.transactionBecomes(attempt.id, { status: 'success', hash: txid });
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  // A new process has the same servers, and no record of the proof.
  await stage.crash();
  await stage.service.restart();
  await stage.mine();
  await stage.looks(10);
  assert.equal((await stage.database.db.query('select 1 from credits where reversed_at is null')).length, 1);
});

// Money that comes to the right address on the wrong network is nobody's payment, and is not lost: the merchant is told where it is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Hex } from 'viem';
import { type Json, ok, until } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { localNetwork } from '../rig/evm/local-network.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';
import { newExtendedKey, units } from '../rig/stage.ts';

let right: Anvil;
let wrong: Anvil;
let database: TestDatabase;
let service: ServiceProcess;
let merchant: Merchant;

before(async () => {
  right = await startAnvil();
  wrong = await startAnvil({ chainId: 31338 });
  database = await testDatabase();
  const network = (anvil: Anvil) => localNetwork(anvil, { confirmations: 2 });
  service = await startService({
    databaseUrl: database.url,
    config: {
      networks: { right: network(right), wrong: network(wrong) },
      rates: { sources: [], fixed: { ETH: { USD: '2000' } } },
    },
  });
  merchant = await createMerchant(service, {
    accepts: [['ETH', 'right']],
    receives: [{ network: 'right', kind: 'xpub', value: newExtendedKey() }],
  });
});

after(async () => {
  await service?.stop();
  await right?.stop();
  await wrong?.stop();
  await database?.drop();
});

test('A26-wrong-network: the exact amount at the right address of another chain pays nothing, and is shown as what it is', async () => {
  const anyone = merchant.api.as(null);
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '100.00', currency: 'USD' }));
  const from = wrong.accounts[2]?.address as Hex;
  const wish = { invoice_id: invoice.id, from, cryptocurrency: 'ETH', network: 'right' };
  const attempt = await ok<Json>(anyone.post('/transaction', wish));
  await wrong.mine();
  const hash = await wrong.send({ from, to: attempt.to, value: units(attempt.amount, 18) });
  await wrong.mine(4);
  const waiting = await until(async () => {
    const [one] = await ok<Json[]>(merchant.appApi.get('/unmatched-payments', { query: { limit: 10 } }));
    return one ?? null;
  }, 'the payment to wait for the merchant');
  assert.deepEqual(
    [waiting.reason, waiting.network, waiting.hash, waiting.candidates],
    ['wrong_network', 'wrong', hash, [attempt.id]],
  );
  await right.mine(4);
  const now = await ok<Json>(anyone.get(`/transaction/${attempt.id}`));
  assert.deepEqual([now.status, now.hash], ['processing', null]);
  assert.equal((await ok<Json>(anyone.get(`/invoice/${invoice.id}`))).paid, '0.00');
});

// A chain with several blocks per second is read without a gap, and every payment on it is credited once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { localNetwork } from '../rig/evm/local-network.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';
import { newExtendedKey, units } from '../rig/stage.ts';

let anvil: Anvil;
let database: TestDatabase;
let service: ServiceProcess;
let merchant: Merchant;

before(async () => {
  anvil = await startAnvil({ blockTimeSeconds: 0.25 });
  database = await testDatabase();
  const local = localNetwork(anvil, { confirmations: 20, poll_interval_ms: 500 });
  const rates = { sources: [], fixed: { ETH: { USD: '2000' } } };
  service = await startService({ databaseUrl: database.url, config: { networks: { local }, rates } });
  merchant = await createMerchant(service, {
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'xpub', value: newExtendedKey() }],
  });
});

after(async () => {
  await service?.stop();
  await anvil?.stop();
  await database?.drop();
});

test('four blocks a second, read every half second: payments succeed and no block is left out', async () => {
  const anyone = merchant.api.as(null);
  const invoices: string[] = [];
  for (let customer = 0; customer < 8; customer += 1) {
    const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '20.00', currency: 'USD' }));
    const from = anvil.accounts[customer + 1]?.address as string;
    const wish = { invoice_id: invoice.id, from, cryptocurrency: 'ETH', network: 'local' };
    const attempt = await ok<Json>(anyone.post('/transaction', wish));
    await anvil.send({ to: attempt.to, value: units(attempt.amount, 18) });
    invoices.push(invoice.id);
  }
  for (const id of invoices)
    await until(
      async () => (await ok<Json>(anyone.get(`/invoice/${id}`))).status === 'paid',
      'each invoice to be paid',
    );
  const rows = await database.db.query<{ number: string; parent_hash: string; hash: string }>(
    'select number, hash, parent_hash from network_blocks order by number',
  );
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1];
    if (before === undefined) continue;
    assert.deepEqual([Number(row.number), row.parent_hash], [Number(before.number) + 1, before.hash]);
  }
  const [credits] = await database.db.query<{ count: string }>(
    'select count(*) from credits where reversed_at is null',
  );
  assert.equal(Number(credits?.count), invoices.length);
});

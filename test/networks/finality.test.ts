// Payments that need finality wait for the network's own finality, however long it stalls. A stalled network is
// reported as degraded.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { evmChain } from '../../src/io/chains/evm/chain.ts';
import { type Json, ok, until } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { type FaultProxy, startFaultProxy } from '../rig/evm/fault-proxy.ts';
import { localNetwork } from '../rig/evm/local-network.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';
import { blocksToMoveMedian, newExtendedKey, units } from '../rig/stage.ts';

const slots = 2;
let anvil: Anvil;
let proxy: FaultProxy;
let database: TestDatabase;
let service: ServiceProcess;
let merchant: Merchant;

before(async () => {
  anvil = await startAnvil({ slotsInAnEpoch: slots });
  proxy = await startFaultProxy(anvil.url);
  await anvil.mine(20);
  database = await testDatabase();
  const local = localNetwork(anvil, { rpc: [proxy.url], confirmations: 1 });
  const rates = { sources: [], fixed: { ETH: { USD: '2000' } } };
  service = await startService({ databaseUrl: database.url, config: { networks: { local }, rates } });
  merchant = await createMerchant(service, {
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'xpub', value: newExtendedKey() }],
  });
  const tiers = [{ currency: 'USD', from: '50', confirmations: 'finalized' }];
  await ok(merchant.api.put(`/app/${merchant.app.id}/settings`, { confirmations_by_value: tiers }));
});

after(async () => {
  await service?.stop();
  await proxy?.stop();
  await anvil?.stop();
  await database?.drop();
});

async function attemptOver(total: string): Promise<Json> {
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total, currency: 'USD' }));
  const from = anvil.accounts[2]?.address as string;
  const wish = { invoice_id: invoice.id, from, cryptocurrency: 'ETH', network: 'local' };
  const attempt = await ok<Json>(merchant.api.as(null).post('/transaction', wish));
  await anvil.send({ to: attempt.to, value: units(attempt.amount, 18) });
  return attempt;
}

function becomes(attempt: Json, condition: (now: Json) => boolean, what: string): Promise<Json> {
  return until(async () => {
    const now = await ok<Json>(merchant.api.as(null).get(`/transaction/${attempt.id}`));
    return condition(now) ? now : null;
  }, what);
}

const isDegraded = async () =>
  (await ok<Json[]>(merchant.api.get('/networks'))).find((one) => one.symbol === 'local')?.degraded;

test('B22-finality-stalls: while finality stalls, payments that must be final are not credited', async () => {
  const before = await attemptOver('100.00');
  await anvil.mine(2 * slots + 2);
  await becomes(before, (now) => now.status === 'success', 'what is final to succeed');
  const [{ number = 0 } = {}] = await database.db.query<{ number: string }>(
    `select final_number as number from network_cursors
     where network_id = (select id from networks where symbol = 'local')`,
  );
  assert.ok(Number(number) > 0);
  proxy.on('stuck_finality', { setting: Number(number) });
  const large = await attemptOver('100.00');
  const small = await attemptOver('10.00');
  await anvil.mine(4 * slots);
  await becomes(small, (now) => now.status === 'success', 'what need not be final to succeed');
  await anvil.rpc('evm_increaseTime', [2_000]);
  await anvil.mine(blocksToMoveMedian);
  await until(isDegraded, 'the network to be degraded');
  const waiting = await becomes(large, (now) => now.confirmations > 2 * slots, 'the confirmations to be counted');
  assert.equal(waiting.status, 'processing');
  proxy.off('stuck_finality');
  await anvil.mine();
  await becomes(large, (now) => now.status === 'success', 'what was stalled to succeed');
  await anvil.mine();
  await until(async () => (await isDegraded()) === false, 'the network to be well again');
});

test('B23-own-tag: each network names the tag that it trusts', async () => {
  const head = await anvil.blockNumber();
  const options = { symbol: 'local', chainId: anvil.chainId, endpoints: [anvil.url], contracts: [] };
  for (const [finalityTag, depth] of [
    ['safe', slots],
    ['finalized', 2 * slots],
  ] as const) {
    const chain = evmChain({ ...options, finalityTag });
    assert.equal(await chain.finalized(), head - depth, finalityTag);
    await chain.close();
  }
});

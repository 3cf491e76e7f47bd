// A standby that lost commits is promoted, or a volume is restored from a snapshot: no address is ever shown to two
// customers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, type Json, ok, until } from '../rig/client.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { localNetwork } from '../rig/evm/local-network.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type Cluster, makeCluster } from '../rig/outside/postgres-cluster.ts';
import { quittance } from '../rig/service/command-line.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';
import { newAddress, newExtendedKey } from '../rig/stage.ts';

let anvil: Anvil;
let cluster: Cluster;
let service: ServiceProcess;
let merchant: Merchant;
let anyone: Client;

before(async () => {
  anvil = await startAnvil();
  cluster = await makeCluster();
  await cluster.start('primary');
  service = await startService({
    killed: true,
    databaseUrl: cluster.url,
    config: {
      networks: { local: localNetwork(anvil, { confirmations: 2 }) },
      rates: { sources: [], fixed: { ETH: { USD: '2000' } } },
    },
  });
  merchant = await createMerchant(service, {
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'xpub', value: newExtendedKey() }],
  });
  anyone = merchant.api.as(null);
});
after(async () => {
  await service?.stop();
  await cluster?.remove();
  await anvil?.stop();
});

const newInvoice = () => ok<Json>(merchant.appApi.post('/invoice', { total: '20.00', currency: 'USD' }));
const request = (invoice: Json) =>
  anyone.post<Json>(`/invoice/${invoice.id}/payment-request`, { cryptocurrency: 'ETH', network: 'local' });

async function addresses(count: number): Promise<string[]> {
  const shown: string[] = [];
  for (let made = 0; made < count; made += 1) shown.push((await ok<Json>(request(await newInvoice()))).to);
  return shown;
}

/** The addresses of new quotes, once quotes are possible again. */
async function addressesAfterwards(count: number): Promise<string[]> {
  await until(async () => (await request(await newInvoice()).catch(() => null))?.status === 201, 'quotes to go on');
  return addresses(count);
}

async function pay(to: string, wei: bigint): Promise<void> {
  const from = newAddress();
  await anvil.rpc('anvil_setBalance', [from, '0x8ac7230489e80000']);
  await anvil.rpc('anvil_impersonateAccount', [from]);
  await anvil.rpc('eth_sendTransaction', [{ from, to, value: `0x${wei.toString(16)}` }]);
  await anvil.mine(3);
}

/** Stops the server cleanly, copies its data directory, and starts it again. */
async function copyOf(from: string, to: string, asStandby: boolean): Promise<void> {
  await service.kill('SIGTERM');
  await cluster.stop('SIGINT');
  cluster.copy(from, to, asStandby);
  await cluster.start(from);
  await service.restart();
}

test('T9-S18-standby-that-lost: a promoted standby shows no lost address, and payments there wait', async () => {
  await addresses(2);
  await copyOf('primary', 'standby', true);
  const lost = await addresses(5);
  await cluster.stop('SIGQUIT');
  await cluster.start('standby');
  await cluster.promote();
  const shown = await addressesAfterwards(6);
  assert.deepEqual(
    shown.filter((address) => lost.includes(address)),
    [],
  );
  await service.says('database_recovered');
  await pay(lost[2] as string, 10n ** 16n);
  const waiting = await until(async () => {
    const all = await ok<Json[]>(merchant.appApi.get('/unmatched-payments', { query: { app_id: merchant.app.id } }));
    return all.length > 0 ? all : null;
  }, 'the payment to the lost address');
  assert.deepEqual([waiting.length, waiting[0].to ?? waiting[0].recipient], [1, lost[2]]);
  const paid = await ok<Json[]>(merchant.appApi.get('/invoices', { query: { status: 'paid' } }));
  assert.deepEqual(paid, []);
});

test('T9-fresh-process: a process that never saw the lost commits recovers at its start', async () => {
  await copyOf('standby', 'second', true);
  const lost = await addresses(3);
  await service.kill('SIGKILL');
  await cluster.stop('SIGQUIT');
  await cluster.start('second');
  await cluster.promote();
  await service.restart();
  const shown = await addressesAfterwards(4);
  assert.deepEqual(
    shown.filter((address) => lost.includes(address)),
    [],
  );
  // After the failover, only the recovery knows this address.
  await pay(lost[1] as string, 10n ** 16n);
  await until(async () => {
    const all = await ok<Json[]>(merchant.appApi.get('/unmatched-payments', { query: { app_id: merchant.app.id } }));
    return all.some((one) => (one.to ?? one.recipient) === lost[1]);
  }, 'the payment to an address that only the lost commits knew');
});

test('T9-S18-snapshot: an older database without a new timeline gives no quote until recovery', async () => {
  await copyOf('second', 'snapshot', false);
  const lost = await addresses(3);
  const [seen] = await anyone.get<Json>('/networks').then(() => [service.lines.length]);
  await service.kill('SIGKILL');
  await cluster.stop('SIGQUIT');
  await cluster.start('snapshot');
  await service.restart();
  const refused = await request(await newInvoice());
  assert.deepEqual([refused.status, (refused.body as Json).code], [503, 'database_went_back']);
  assert.ok(refused.headers.get('retry-after'));
  await until(() => service.lines.slice(seen).some((line) => line.includes('"database_went_back"')), 'it to say so');
  const ready = (await (await fetch(`${service.url}/readyz`)).json()) as Json;
  assert.deepEqual([ready.status, ready.reason], ['ready', 'database_went_back']);
  assert.match(await (await fetch(`${service.url}/metrics`)).text(), /^quittance_database_went_back 1$/m);
  const doctor = await quittance(service, ['doctor']);
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /BAD {2}failover: database_went_back.*quittance recover/);

  const recovered = await quittance(service, ['recover']);
  assert.equal(recovered.code, 0, recovered.stdout + recovered.stderr);
  assert.match(recovered.stdout, /continues with address \d{4,}.*\nRecovered/);
  const shown = await addresses(4);
  assert.deepEqual(
    shown.filter((address) => lost.includes(address)),
    [],
  );
  assert.equal(((await (await fetch(`${service.url}/readyz`)).json()) as Json).quotes, undefined);
});

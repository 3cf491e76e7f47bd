// The operator's view of a running instance. It waits for its database, publishes the metrics of the alerts and the
// dashboard, and reports its readiness. doctor finds only planted faults.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type Client, client, type Json, ok, until } from '../rig/client.ts';
import { alertRules, boardExpressions, metricsIn, metricsServed } from '../rig/deploy/alert-rules.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { localNetwork } from '../rig/evm/local-network.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type Cluster, makeCluster } from '../rig/outside/postgres-cluster.ts';
import { type Receiver, startReceiver } from '../rig/receiver.ts';
import { quittance } from '../rig/service/command-line.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';

let anvil: Anvil;
let cluster: Cluster;
let receiver: Receiver;
let service: ServiceProcess;
let merchant: Merchant;
let operator: Client;

before(async () => {
  [anvil, cluster, receiver] = await Promise.all([startAnvil(), makeCluster(), startReceiver()]);
  const starting = startService({
    own: 'its metrics are of a whole process',
    databaseUrl: cluster.url,
    config: {
      networks: { local: localNetwork(anvil), gone: localNetwork({ url: 'http://127.0.0.1:9', chainId: 31338 }) },
      rates: { sources: [], fixed: { ETH: { USD: '2000' } } },
    },
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', METRICS_PORT: '0', LOG_REQUESTS: 'on' },
  });
  await isAskedInVain(Number(new URL(cluster.url).port));
  await cluster.start('primary', { fsync: 'on' });
  service = await starting;
  merchant = await createMerchant(service, {
    isAdmin: true,
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'address', value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  });
  operator = merchant.api;
});
after(async () => {
  await service?.stop();
  await Promise.all([receiver?.close(), cluster?.remove(), anvil?.stop()]);
});

/** Listens on the port until a client connects, and closes that connection. */
async function isAskedInVain(port: number): Promise<void> {
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  await once(server, 'connection');
  server.close();
  await once(server, 'close');
}

async function metrics(): Promise<string> {
  return (await fetch(`http://127.0.0.1:${await metricsPort()}/metrics`)).text();
}

async function metricsPort(): Promise<number> {
  return (JSON.parse(await service.says('metrics are served on a separate port')) as { port: number }).port;
}

/** The value of one series, or null if it is missing. */
function toldValue(text: string, series: string): number | null {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}

async function asks(text: string): Promise<void> {
  // Overrides the database's default, which the test changes.
  const database = new pg.Client({ connectionString: cluster.url, options: '-c default_transaction_read_only=off' });
  await database.connect();
  await database.query(text).finally(() => database.end());
}

async function health(): Promise<Json[]> {
  const { findings } = await ok<Json>(operator.get('/operator/health'));
  return (findings as Json[]).filter((one) => one.is_good !== true);
}

test('a database that is not there yet is waited for, and told of; an endpoint that is away holds up no start', () => {
  const said = (event: string) => service.lines.filter((line) => line.includes(`"${event}"`)).length;
  assert.deepEqual([said('database_awaited'), said('database_is_there')], [1, 1]);
});

test('every metric that an alert or the board names is told by a running service', async () => {
  const served = metricsServed(await metrics());
  const named = [...alertRules().map(({ expr }) => expr), ...boardExpressions()].flatMap(metricsIn);
  assert.ok(named.length > 60);
  assert.deepEqual(
    [...new Set(named)].filter((name) => !served.has(name)),
    [],
  );
});

test('figures have the names that monitoring knows, and counters end in _total', async () => {
  const text = await metrics();
  for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds'])
    assert.match(text, new RegExp(`^${name} \\d`, 'm'));
  const counters = [...text.matchAll(/^# TYPE (\S+) counter$/gm)].map(([, name]) => name as string);
  assert.deepEqual(
    counters.filter((name) => !name.endsWith('_total')),
    [],
  );
  assert.doesNotMatch(text, /quittance_(?:process|nodejs)_/);
});

test('figures follow what happens: requests, networks, invoices, deliveries', async () => {
  await ok(merchant.api.post('/webhook', { app_id: merchant.app.id, url: `${receiver.url}/hook` }));
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '10.00', currency: 'USD' }));
  assert.equal((await client(service.apiUrl, null).get(`/invoice/${invoice.id}`)).status, 200);
  const text = await until(async () => {
    const now = await metrics();
    const isDelivered = (toldValue(now, 'quittance_delivery_attempts_total{outcome="delivered"}') ?? 0) > 0;
    return isDelivered && toldValue(now, 'quittance_network_lease_held{network="local"}') === 1 ? now : null;
  }, 'the delivery and the lease to be told of');
  const duration = 'quittance_http_request_duration_seconds';
  assert.equal(toldValue(text, `${duration}_count{operation="createInvoice",status="201"}`), 1);
  assert.equal(toldValue(text, `${duration}_bucket{operation="createInvoice",status="201",le="+Inf"}`), 1);
  const told: readonly [string, (value: number) => boolean][] = [
    ['quittance_role{role="watcher"}', (value) => value === 1],
    ['quittance_network_lag_seconds{network="local"}', (value) => value === 0],
    ['quittance_network_halted{network="local"}', (value) => value === 0],
    ['quittance_network_state{network="gone",state="away"}', (value) => value === 1],
    ['quittance_deliveries_oldest_due_seconds', (value) => value < 60],
    ['quittance_law_broken', (value) => value === 0],
    ['quittance_refunds_waiting', (value) => value === 0],
    ['quittance_refunds_sent_total', (value) => value === 0],
    ['quittance_pool_most{thread="main",pool="queries"}', (value) => value > 0],
    ['quittance_pool_most{thread="watcher",pool="queries"}', (value) => value > 0],
    ['quittance_watcher_turned_seconds{loop="local"}', (value) => value < 60],
    ['quittance_watcher_turned_seconds{loop="invoices"}', (value) => value < 60],
  ];
  for (const [series, holds] of told) {
    const value = toldValue(text, series);
    assert.ok(value !== null && holds(value), `${series} is ${value}`);
  }
});

test('no label has more values than there are operations, networks, statuses and the like', async () => {
  const text = await metrics();
  assert.doesNotMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}/, 'no id is a label');
  assert.ok(text.split('\n').length < 3_000);
});

test('doctor finds an endpoint that is away, and that mail, backups and a real network are missing', async () => {
  const { code, stdout } = await quittance(service, ['doctor']);
  const bad = stdout.split('\n').filter((line) => line.startsWith('BAD'));
  assert.equal(code, 1);
  const named = bad.map((line) => line.slice(5).split(':')[0]);
  assert.deepEqual(named, ['backup', 'network gone', 'production networks', 'mail'], stdout);
  assert.match(bad[1] ?? '', /network gone: .*Check the endpoint/);
  const json = await quittance(service, ['doctor', '--json']);
  const found = JSON.parse(json.stdout) as Json[];
  for (const one of found) assert.deepEqual(Object.keys(one), ['what', 'is_good', 'says']);
  const answered = await ok<Json>(operator.get('/operator/health'));
  assert.equal(answered.healthy, false);
  const mailFinding = (answered.findings as Json[]).find(({ what }) => what === 'mail');
  assert.deepEqual([mailFinding?.severity, mailFinding?.help], ['bad', '/docs/how-to/set-up-mail']);
  // The cost of a network is reported from a minute after the start, which may lie between the two reports.
  const lasting = (findings: readonly Json[]) =>
    findings
      .map(({ what, is_good: isGood }) => [what, isGood])
      .filter(([what]) => what !== 'rates, fixed' && !String(what).endsWith(', cost'))
      .toSorted();
  assert.deepEqual(lasting(answered.findings as Json[]), lasting(found));
});

test('where the database takes no writes the service lives and is not ready, and doctor says why', async () => {
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'quittance %' and pid <> pg_backend_pid()`;
  await asks('alter database postgres set default_transaction_read_only = on');
  await asks(cut);
  const ready = await until(async () => {
    const answer = await fetch(`${service.url}/readyz`);
    const body = (await answer.json()) as Json;
    return answer.status === 503 && String(body.reason).includes('writes') ? body : null;
  }, 'the service not to be ready');
  assert.equal(ready.reason, 'the database accepts no writes');
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  assert.match((await health()).map(({ what, says }) => `${what}: ${says}`).join('\n'), /^database: takes no writes/m);
  const { code, stdout } = await quittance(service, ['doctor']);
  assert.equal(code, 1);
  assert.match(stdout, /^BAD {2}database: .*accepts no writes/m);
  await asks('alter database postgres reset default_transaction_read_only');
  await asks(cut);
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 200, 'the service to be ready again');
});

test('with LOG_REQUESTS each request is one line, under the id that its caller was told', async () => {
  const answer = await fetch(`${service.apiUrl}/currencies?v=1`);
  const id = answer.headers.get('x-request-id') ?? '';
  const line = JSON.parse(await service.says(id)) as Json;
  assert.deepEqual([line.request_id, line.path, line.status], [id, '/api/currencies', 200]);
});

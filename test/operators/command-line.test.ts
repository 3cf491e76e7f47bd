// The operator's command line: every command explains itself, wrong words are named in the error, and doctor finds
// faults.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { type Json, ok, until } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { createMerchant } from '../rig/merchant.ts';
import { type MailServer, startMailServer } from '../rig/outside/mail-server.ts';
import { quittance } from '../rig/service/command-line.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';

let anvil: Anvil;
let other: Anvil;
let mail: MailServer;
let database: TestDatabase;
let service: ServiceProcess;

before(async () => {
  [anvil, other, mail, database] = await Promise.all([
    startAnvil(),
    startAnvil({ chainId: 4242 }),
    startMailServer(),
    testDatabase(),
  ]);
  const local = {
    type: 'EVM',
    name: 'Local',
    chain_id: 31337,
    rpc: [anvil.url],
    test: true,
    native: { symbol: 'ETH' },
  };
  // A network for production apps, which none of them uses.
  const main = { ...local, name: 'Main', chain_id: 4242, rpc: [other.url], test: false };
  service = await startService({
    databaseUrl: database.url,
    config: { networks: { local, main }, rates: { sources: [], fixed: { ETH: { USD: '2000' } } } },
    env: { METRICS_PORT: '0', SMTP_URL: mail.url },
  });
});
after(async () => {
  await service?.stop();
  await database?.drop();
  await mail?.close();
  await Promise.all([anvil?.stop(), other?.stop()]);
});

test('every command explains itself, and so does the whole', async () => {
  const all = await quittance(service, ['--help']);
  assert.equal(all.code, 0);
  for (const name of Object.keys(commands))
    assert.ok(all.stdout.includes(`  ${name} `) || all.stdout.includes(`  ${name}\n`), name);
  for (const words of [['pat', 'create'], ['restore'], ['network', 'resume']]) {
    const { code, stdout } = await quittance(service, [...words, '--help']);
    assert.deepEqual([code, stdout.includes(`  ${words.join(' ')} `)], [0, true]);
  }
});

test('a wrong word ends a command with one line that names it', async () => {
  for (const [words, code, named] of [
    [['pat', 'create', '--email', 'a@example.com', '--scope', 'x'], 1, '--scope'],
    [['pat', 'create', '--email', 'a@example.com', '--scopes', 'invoices:read', '--expires', 'soon'], 1, '--expires'],
    [['app', 'create', '--email', 'a@example.com', '--name', 'N', '--url', 'https://a.example'], 1, '--environment'],
    [['doctor', '--verbose'], 1, '--verbose'],
    [['migrate', 'now'], 1, 'now'],
    [['backup'], 1, 'FILE'],
    [['restore', 'a', '--skip', 'many'], 1, '--skip'],
    [['network', 'resume'], 1, 'NAME'],
  ] as const) {
    const result = await quittance(service, words);
    assert.deepEqual(
      [result.code, result.stdout, result.stderr.trim().split('\n').length],
      [code, '', 1],
      result.stderr,
    );
    assert.ok(result.stderr.includes(named), result.stderr);
  }
  const unknown = await quittance(service, ['network', 'start']);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /network list[\s\S]*network resume/);
  assert.doesNotMatch(unknown.stderr, /backup/);
});

/** The tests' database can lose data in a crash, and doctor rightly reports this. */
const unsafe = /^BAD {2}database settings: off: fsync, full_page_writes\. .*$/m;

const noBackup = /^BAD {2}backup: none is planned.*Set BACKUP_TO and BACKUP_EVERY$/m;

test('doctor: all is well, but for a database that a power cut would hurt, and backups', async () => {
  const { code, stdout, stderr } = await quittance(service, ['doctor']);
  assert.equal(code, 1, stdout + stderr);
  assert.match(stdout, unsafe);
  assert.match(stdout, noBackup);
  assert.doesNotMatch(stdout.replace(unsafe, '').replace(noBackup, ''), /^BAD/m);
  for (const line of [
    /^ok +database: PostgreSQL/m,
    /^ok +clock/m,
    /^ok +network local: chain id 31337, head/m,
    /^ok +production networks: 1 of 1/m,
  ])
    assert.match(stdout, line);
  // Advice has a mark of its own, and a fault names the page with its remedy.
  assert.match(stdout, /^WARN PUBLIC_URL: leads here .*before customers pay$/m);
  assert.match(stdout, /^BAD {2}backup: .*\n {5}See http\S+\/docs\/how-to\/back-up-and-restore#scheduled-backups$/m);
  for (const line of [
    /^ok +rates, fixed: ETH\/USD, as/m,
    /^ok +rates: .*: ETH fixed$/m,
    /^ok +mail: .*accepts the sign-in/m,
    /^ok +storage: .*DATA_DIR/m,
  ])
    assert.match(stdout, line);
});

test('doctor: unused networks are one line; one that an app is paid on without an endpoint is bad', async () => {
  const merchant = await createMerchant(service);
  const lines = async (env = service.env) => (await quittance({ env }, ['doctor'])).stdout.split('\n');
  // The cost of a network is reported from a minute after the start, which may have passed by now.
  const networks = (all: readonly string[]) => all.filter((line) => /^\S+ +networks?\b(?!.*, cost:)/.test(line));
  const place = { app_id: merchant.app.id, kind: 'address', value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' };
  await ok(merchant.api.post('/app-address', { ...place, network: 'local' }));
  const all = await lines();
  const used = networks(all);
  assert.equal(used.length, 3, used.join('\n'));
  assert.match(used[0] ?? '', /^ok {3}network local: chain id 31337, head \d+, \d+ apps? (?:is|are) paid there$/);
  assert.match(used[1] ?? '', /^ok {3}network main: chain id 4242, head \d+, no app is paid there$/);
  assert.match(used[2] ?? '', /^ok {3}networks: \d+ more are not in use/);
  assert.match(all.at(-2) ?? '', /^2 of \d+ findings are bad\./);

  const address = await ok<Json>(merchant.api.post('/app-address', { ...place, network: 'sepolia' }));
  const now = await lines();
  assert.match(
    networks(now).join('\n'),
    /^BAD {2}network sepolia: 1 app is paid there, but it has no endpoint: set RPC_URL_SEPOLIA$/m,
  );
  assert.match(now.at(-2) ?? '', /^3 of \d+ findings are bad\./);
  await ok(merchant.api.delete(`/app-address/${address.id}`));
  assert.equal(networks(await lines()).length, 3);
});

test('doctor: what is wrong is found, each with what to do', async () => {
  const env = {
    ...service.env,
    RPC_URL_LOCAL: `${other.url},${anvil.url},http://127.0.0.1:9`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    S3_URL: 'http://key:secret@127.0.0.1:9/bucket',
  };
  const { code, stdout } = await quittance({ env }, ['doctor']);
  assert.equal(code, 1);
  assert.match(stdout, new RegExp(`^BAD +network local, ${new URL(other.url).host}: .*4242`, 'm'));
  assert.match(stdout, new RegExp(`^ok +network local, ${new URL(anvil.url).host}: `, 'm'));
  assert.match(stdout, /^BAD +network local, 127\.0\.0\.1:9: /m);
  assert.match(stdout, /^BAD +mail: .*Check SMTP_URL/m);
  assert.match(stdout, /^BAD +storage: .*Check S3_URL/m);
  const away = await quittance({ env: { ...service.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' } }, [
    'doctor',
  ]);
  assert.equal(away.code, 1);
  assert.match(away.stdout, /^BAD +database: .*DATABASE_URL/m);
});

test('forwarding headers while TRUST_PROXY is off are one line of the log, and a finding', async () => {
  const finding = async (env = service.env) => {
    const { stdout } = await quittance({ env }, ['doctor', '--json']);
    return (JSON.parse(stdout) as Json[]).find(({ what }) => what === 'TRUST_PROXY');
  };
  assert.equal((await finding())?.is_good, true);
  for (const header of ['x-forwarded-for', 'forwarded', 'x-forwarded-for'])
    await fetch(`${service.url}/healthz`, { headers: { [header]: '203.0.113.9' } });
  await service.says('forwarding headers arrive');
  const found = await until(async () => {
    const one = await finding();
    return one?.is_good === false ? one : null;
  }, 'doctor to find them');
  assert.match(found.says, /x-forwarded-for arrived from 127\.0\.0\.1.*Set it/);
  assert.equal(service.lines.filter((line) => line.includes('forwarding headers arrive')).length, 1);
  assert.equal((await finding({ ...service.env, TRUST_PROXY: '127.0.0.1' }))?.is_good, true);
});

test('with METRICS_PORT the figures are on that port and nowhere else', async () => {
  const line = await until(
    () => Promise.resolve(service.lines.find((each) => each.includes('metrics are served on a separate port')) ?? null),
    'the port of the metrics',
  );
  const { port } = JSON.parse(line) as { port: number };
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.match(metrics.headers.get('content-type') ?? '', /^text\/plain/);
  assert.match(await metrics.text(), /^process_cpu_seconds_total/m);
  for (const path of ['/healthz', '/readyz']) {
    assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200, path);
  }
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/currencies?v=1`)).status, 404);
  const elsewhere = await fetch(`${service.url}/metrics`);
  assert.deepEqual(
    [elsewhere.status, ((await elsewhere.json()) as Json).detail],
    [404, 'Metrics are served on METRICS_PORT.'],
  );
});

test('events are deleted after 30 days with their deliveries, and the count of an invoice goes on', async () => {
  const merchant = await createMerchant(service);
  const make = () => ok<Json>(merchant.appApi.post('/invoice', { total: '10.00', currency: 'USD' }));
  await ok(merchant.api.post('/webhook', { app_id: merchant.app.id, url: 'https://hooks.example/a' }));
  const [old, young] = [await make(), await make()];
  await ok(merchant.appApi.put(`/invoice/${old.id}`, { metadata: { a: 'b' } }));
  await database.db.query(`update deliveries set status = 'exhausted', next_attempt_at = null`);
  await database.db.query(`update events set created_at = created_at - interval '31 days' where invoice_id = $1`, [
    old.id,
  ]);
  await service.restart();
  const stored = (id: string) =>
    database.db.query<{ sequence: string }>(
      'select sequence::text from events where invoice_id = $1 order by sequence',
      [id],
    );
  await until(
    async () => (await stored(old.id)).length === 0,
    () => `the old events to be deleted: ${service.lines.slice(-15).join('\n')}`,
  );
  assert.deepEqual(await stored(young.id), [{ sequence: '1' }]);
  const left = await database.db.query(
    'select 1 from deliveries d where not exists (select from events where id = d.event_id)',
  );
  assert.deepEqual(left, []);
  await ok(merchant.appApi.delete(`/invoice/${old.id}`));
  assert.deepEqual(await stored(old.id), [{ sequence: '3' }]);
});

test('of what nobody can ask for any more the old goes and the young stays', async () => {
  await createMerchant(service);
  const hash = 'sha256(at::text::bytea)';
  const rows: readonly (readonly [table: string, columns: string, values: string])[] = [
    [
      'idempotency_records',
      'caller, operation, key, fingerprint, status, body_sealed, created_at',
      `'age', 'test', gen_random_uuid(), '', 200, '', at`,
    ],
    [
      'sessions',
      'id, user_id, token_hash, expires_at, last_used_at, created_at, updated_at',
      `gen_random_uuid(), u.id, ${hash}, at, at, at, at`,
    ],
    [
      'verifications',
      'id, identifier, value, expires_at, created_at, updated_at',
      `gen_random_uuid(), 'age', '', at, at, at`,
    ],
    ['sign_in_attempts', 'subject, window_ends_at, attempts', `${hash}, at, 1`],
    ['mail_budgets', 'subject, window_ends_at', `${hash}, at`],
    ['mails_held_back', 'id, kind, budget, created_at', `gen_random_uuid(), 'receipt', 'app', at`],
    ['oauth2_artifacts', 'model, id_hash, payload, expires_at', `'age', ${hash}, '{}', at`],
    ['request_counts', 'subject, ends_at, requests', `${hash}, at, 1`],
    ['uploads', 'name, owner_id, content_type, size, created_at', `at::date || '.webp', u.id, 'image/png', 10, at`],
  ];
  const left = async (table: string) => (await database.db.query(`select 1 from ${table}`)).length;
  const before = new Map<string, number>();
  for (const [table, columns, values] of rows) {
    before.set(table, await left(table));
    await database.db.query(
      `insert into ${table} (${columns}) select ${values} from (select id from users limit 1) u,
         (values (now() - interval '49 hours'), (now() + interval '1 hour')) as ages (at)`,
    );
  }
  await service.restart();
  for (const [table, count] of before)
    await until(
      async () => (await left(table)) === count + 1,
      () => `the old one of ${table} to go, and the young to stay: ${service.lines.slice(-15).join('\n')}`,
    );
});

// Another key stops the start; keys are changed beside a running service, and everything opens afterwards.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { bodyContext, bodyDrawer } from '../../src/features/requests/idempotency.ts';
import { createVault } from '../../src/io/secrets/vault.ts';
import { client, type Json, ok, until } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { createMerchant, type Merchant, quittance } from '../rig/merchant.ts';
import { type Receiver, startReceiver, verify } from '../rig/receiver.ts';
import { type ServiceProcess, startService, withoutNetworks } from '../rig/service.ts';

const oldKey = randomBytes(32).toString('base64');
const newKey = randomBytes(32).toString('base64');
let database: TestDatabase;
let receiver: Receiver;
let service: ServiceProcess;
let merchant: Merchant;

const start = (variables: Record<string, string>) =>
  startService({
    databaseUrl: database.url,
    roles: 'api,worker',
    config: withoutNetworks,
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', ...variables },
  });

before(async () => {
  database = await testDatabase();
  receiver = await startReceiver();
  service = await start({ SECRET_KEY: oldKey });
  merchant = await createMerchant(service);
});
after(async () => {
  await service?.stop();
  await receiver?.close();
  await database?.drop();
});

/** Kept answers of somebody, sealed as the service seals them. */
async function keepMoreAnswers(count: number): Promise<void> {
  const vault = createVault(Buffer.from(oldKey, 'base64'));
  const at = new Date();
  const requests = Array.from({ length: count }, () => ({ caller: 'x', operation: 'y', key: randomUUID() }));
  const bodies = requests.map((each) => vault.seal('{}', bodyContext(each), bodyDrawer(each, at)));
  await database.db.query(
    `insert into idempotency_records (caller, operation, key, fingerprint, status, body_sealed, created_at)
     select 'x', 'y', n.key, '', 200, n.body, $3 from unnest($1::uuid[], $2::bytea[]) as n (key, body)`,
    [requests.map(({ key }) => key), bodies, at],
  );
}

test('T8-another-key: a start with another key stops in one sentence that says what to do, and doctor says the same', async () => {
  const env = { ...service.env, SECRET_KEY: newKey };
  const doctor = await quittance({ env }, ['doctor']);
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /BAD {2}\S+: SECRET_KEY is not the key of this database.*SECRET_KEY_OLD.*key rotate/);
  await assert.rejects(start({ SECRET_KEY: newKey }), /SECRET_KEY is not the key of this database/);
  const command = await quittance({ env }, ['key', 'rotate']);
  assert.equal(command.code, 1);
  assert.match(command.stderr, /^quittance: SECRET_KEY is not the key of this database[^\n]*\n$/);
});

test('T8-key-rotate: what was sealed opens before, while and after the keys change, without the old one at last', async () => {
  const app = merchant.app;
  const webhook = await ok<Json>(merchant.appApi.post('/webhook', { app_id: app.id, url: `${receiver.url}/keys` }));
  const key = randomUUID();
  const invoice = { total: '10.00', currency: 'USD' };
  const told = await ok<Json>(merchant.appApi.post('/invoice', invoice, { headers: { 'idempotency-key': key } }));
  await keepMoreAnswers(1_200);
  // A second process still seals with the old key: nothing is rotated under its feet.
  const env = { ...service.env, SECRET_KEY: newKey, SECRET_KEY_OLD: oldKey };
  const tooEarly = await quittance({ env }, ['key', 'rotate']);
  assert.equal(tooEarly.code, 1);
  assert.match(tooEarly.stderr, /still seal with another SECRET_KEY/);

  await service.stop();
  service = await start({ SECRET_KEY: newKey, SECRET_KEY_OLD: oldKey });
  // The process that was stopped counts as running for ten seconds more.
  await database.db.query(`update process_marks set seen_at = now() - interval '1 minute'
    where key_mark = (select mark from key_checks order by created_at limit 1)`);
  const done = await quittance(service, ['key', 'rotate']);
  assert.equal(done.code, 0, done.stdout + done.stderr);
  assert.match(done.stdout, /SECRET_KEY_OLD may be removed/);
  const again = await quittance(service, ['key', 'rotate']);
  assert.match(again.stdout, /^0 sealed values/);
  await service.stop();

  await assert.rejects(start({ SECRET_KEY: oldKey }), /SECRET_KEY is not the key of this database/);
  service = await start({ SECRET_KEY: newKey });
  const [shown] = await ok<Json[]>(client(service.apiUrl, merchant.personalToken).get('/app'));
  assert.equal(shown.token, app.token);
  const api = client(service.apiUrl, app.token);
  const replayed = await api.post<Json>('/invoice', invoice, { headers: { 'idempotency-key': key } });
  assert.deepEqual([replayed.headers.get('idempotency-replayed'), replayed.body], ['true', told]);
  const sent = receiver.received.length;
  await ok(api.post(`/webhook/${webhook.id}/test`));
  const delivery = await until(() => receiver.received[sent], 'a webhook after the change of keys');
  verify(delivery, webhook.secret);
});

// The service refuses to start with another key. Keys are rotated while a service runs, and all sealed data opens
// afterwards.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { bodyContext, bodyDrawer } from '../../src/features/known/requests/idempotency.ts';
import { sealCheck } from '../../src/features/operations/keys/key-check.ts';
import { createVault } from '../../src/io/secrets/vault.ts';
import { believedKid, type KeyAnswer } from '../../web/embed/rules/instance-key.ts';
import { client, type Json, ok, until } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type Receiver, startReceiver, verify } from '../rig/receiver.ts';
import { quittance, startQuittance } from '../rig/service/command-line.ts';
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

/** Stores responses for repeats, sealed as the service seals them. */
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

const countAnswers = async (isNew: boolean) => {
  const vault = createVault(Buffer.from(newKey, 'base64'));
  const rows = await database.db.query<{ caller: string; operation: string; key: string; at: Date; body: Buffer }>(
    'select caller, operation, key, created_at as at, body_sealed as body from idempotency_records',
  );
  const opens = ({ at, body, ...each }: (typeof rows)[number]) => {
    try {
      return vault.open(body, bodyContext(each), bodyDrawer(each, at)) !== null;
    } catch {
      return false;
    }
  };
  return rows.filter((row) => opens(row) === isNew).length;
};

/** Kills the rotation after its first batches, while a later row is locked by another session. */
async function killRotationInTheMidst(): Promise<void> {
  const ended = await database.db.atomically(async (trx) => {
    await trx.query(
      `select 1 from idempotency_records order by caller desc, operation desc, key desc limit 1 for update`,
    );
    const rotation = startQuittance(service, ['key', 'rotate']);
    const isOver = new Promise((resolve) => rotation.once('close', (_code, signal) => resolve(signal)));
    const isHeld = async () => (await countAnswers(true)) > 0 && (await isWaiting());
    await until(isHeld, 'the rotation to have done a part');
    assert.ok((await countAnswers(false)) > 0);
    rotation.kill('SIGKILL');
    return isOver;
  });
  assert.equal(ended, 'SIGKILL');
}

/** Whether a statement waits for a lock. */
async function isWaiting(): Promise<boolean> {
  const rows = await database.db.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}

test('T8-S19-another-key: a start with another key fails with an instruction, and doctor gives the same', async () => {
  const env = { ...service.env, SECRET_KEY: newKey };
  const doctor = await quittance({ env }, ['doctor']);
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /BAD {2}\S+: SECRET_KEY is not the key of this database.*SECRET_KEY_OLD.*key rotate/);
  await assert.rejects(start({ SECRET_KEY: newKey }), /SECRET_KEY is not the key of this database/);
  const command = await quittance({ env }, ['key', 'rotate']);
  assert.equal(command.code, 1);
  assert.match(command.stderr, /^quittance: SECRET_KEY is not the key of this database[^\n]*\n$/);
});

test('who made an app before roles were signed is its owner after the next start, and nobody else is', async () => {
  const { db } = database;
  const [{ maker } = assert.fail()] = await db.query<{ maker: string }>(
    'select owner_id as maker from apps where id = $1',
    [merchant.app.id],
  );
  const thief = randomUUID();
  await db.query(
    `insert into users (id, email, created_at, updated_at) values ($1, 'thief@example.com', now(), now())`,
    [thief],
  );
  const make = (owner: string) =>
    ok<Json>(
      client(service.apiUrl, merchant.personalToken).post('/app', {
        name: owner,
        url: 'https://a.example',
        environment: 'development',
      }),
    );
  const other = await make('Taken');
  await db.query('update app_members set mac = null');
  await db.query('update apps set owner_id = $2 where id = $1', [other.id, thief]);
  await db.query('update app_members set user_id = $2 where id = $1', [other.id, thief]);
  await service.stop();
  service = await start({ SECRET_KEY: oldKey });
  merchant = { ...merchant, appApi: client(service.apiUrl, merchant.app.token) };
  const listed = await ok<Json[]>(client(service.apiUrl, merchant.personalToken).get('/app'));
  assert.deepEqual(
    listed.map(({ id }) => id),
    [merchant.app.id],
  );
  const unsigned = await db.query('select id, user_id from app_members where mac is null');
  assert.deepEqual(unsigned, [{ id: other.id, user_id: thief }]);
  // Restored, so that the rotation finds only signed rows.
  await db.query('delete from app_members where id = $1', [other.id]);
  await db.query('update apps set owner_id = $2 where id = $1', [other.id, maker]);
});

test('T7-earlier-rows: rows older than their signatures are signed once, and by no later start', async () => {
  const { db } = database;
  const key = Buffer.from(oldKey, 'base64');
  const restart = async () => {
    await service.stop();
    service = await start({ SECRET_KEY: oldKey });
    merchant = { ...merchant, appApi: client(service.apiUrl, merchant.app.token) };
  };
  const unsigned = async () => (await db.query('select from users where mac is null')).length;
  await db.query('update users set mac = null');
  const before = await unsigned();
  await restart();
  assert.equal(await unsigned(), before, 'this instance is not older than its signatures');
  // The state that the version before left.
  const earlier = createVault(key).seal('this key belongs to this database', 'key check');
  await db.query('update key_checks set sealed = $1', [earlier]);
  await restart();
  assert.equal(await unsigned(), 0);
  const [check] = await db.query<{ sealed: Buffer }>('select sealed from key_checks');
  assert.deepEqual(check?.sealed, earlier, 'processes of the version before may still run');
  await db.query('update key_checks set sealed = $1', [sealCheck(createVault(key), 'complete')]);
});

test('T8-key-rotate: sealed rows open before, during and after the change of keys', async () => {
  const app = merchant.app;
  const addressKey = await ok<Json>(client(service.apiUrl).get('/address-key'));
  assert.deepEqual(addressKey.successions, []);
  const webhook = await ok<Json>(merchant.appApi.post('/webhook', { app_id: app.id, url: `${receiver.url}/keys` }));
  const key = randomUUID();
  const invoice = { total: '10.00', currency: 'USD' };
  const told = await ok<Json>(merchant.appApi.post('/invoice', invoice, { headers: { 'idempotency-key': key } }));
  await keepMoreAnswers(1_200);
  // A second process still seals with the old key, so the rotation must refuse to run.
  const env = { ...service.env, SECRET_KEY: newKey, SECRET_KEY_OLD: oldKey };
  const tooEarly = await quittance({ env }, ['key', 'rotate']);
  assert.equal(tooEarly.code, 1);
  assert.match(tooEarly.stderr, /still seal with another SECRET_KEY/);

  await service.stop();
  service = await start({ SECRET_KEY: newKey, SECRET_KEY_OLD: oldKey });
  // A stopped process counts as running for ten more seconds.
  await database.db.query(`update process_marks set seen_at = now() - interval '1 minute'
    where key_mark = (select mark from key_checks order by created_at limit 1)`);
  await killRotationInTheMidst();
  await assert.rejects(
    start({ SECRET_KEY: newKey }),
    /SECRET_KEY is not the key of this database|needs|SECRET_KEY_OLD/,
  );
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
  const nextKey = await ok<KeyAnswer & Json>(client(service.apiUrl).get('/address-key'));
  assert.notEqual(nextKey.kid, addressKey.kid);
  assert.equal(await believedKid(nextKey, addressKey.kid), nextKey.kid, 'a shop that names the earlier key follows');
  assert.equal(await believedKid({ ...nextKey, successions: [] }, addressKey.kid), null);
  assert.equal((await quittance(service, ['key', 'show'])).stdout, `${nextKey.kid}\n`);
  const api = client(service.apiUrl, app.token);
  const replayed = await api.post<Json>('/invoice', invoice, { headers: { 'idempotency-key': key } });
  assert.deepEqual([replayed.headers.get('idempotency-replayed'), replayed.body], ['true', told]);
  const sent = receiver.received.length;
  await ok(api.post(`/webhook/${webhook.id}/test`));
  const delivery = await until(() => receiver.received[sent], 'a webhook after the change of keys');
  verify(delivery, webhook.secret);
});

// A backup is the whole instance at one moment. A restore brings back all of it or nothing, and credits no payment
// wrongly.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { client, type Json, ok, until } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { checkLaws } from '../rig/laws.ts';
import { createMerchant } from '../rig/merchant.ts';
import { type BucketServer, startBucketServer } from '../rig/outside/bucket-server.ts';
import { picture } from '../rig/outside/unusual-images.ts';
import { type Receiver, startReceiver } from '../rig/receiver.ts';
import { quittance } from '../rig/service/command-line.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';
import { type Stage, startStage, units } from '../rig/stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'quittance-backup-'));
let stage: Stage;
let receiver: Receiver;
let bucket: BucketServer;
const databases: TestDatabase[] = [];
const services: ServiceProcess[] = [];

before(async () => {
  receiver = await startReceiver();
  bucket = await startBucketServer('secret');
  stage = await startStage();
});
after(async () => {
  for (const service of services) await service.stop();
  await stage?.close();
  for (const database of databases) await database.drop();
  await receiver?.close();
  await bucket?.close();
  rmSync(folder, { recursive: true, force: true });
});

const told = (result: { stdout: string; stderr: string }) => result.stdout + result.stderr;

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  databases.push(database);
  return database;
}

/** The environment of the stage's service, with another database. */
const envOn = (database: TestDatabase) => ({ ...stage.service.env, DATABASE_URL: database.url });

async function backUp(name: string): Promise<string> {
  const path = join(folder, name);
  const result = await quittance(stage.service, ['backup', path]);
  assert.equal(result.code, 0, told(result));
  return path;
}

test('C22, F25: events since a backup are read from the chain, and no address is shown twice', async () => {
  const shop = await stage.shop({ receives: 'xpub' });
  const customer = await stage.customer();
  const address = `${receiver.url}/restored`;
  const webhook = await ok<Json>(shop.api.post('/webhook', { app_id: shop.app.id, url: address }));
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address);
  receiver.answer({ status: 500 });
  await receiver.until(1);
  const path = await backUp('old.backup');
  const before = await shop.events();
  receiver.answer({ status: 200 });

  // After the backup, the invoice is paid, and another customer is shown an address that the backup does not contain.
  await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine(4);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  const lost = await stage.attempt(await shop.invoice('50.00'), customer.address);
  await customer.pay(lost.to, units(lost.amount, 18));
  await stage.mine(4);
  await stage.service.kill('SIGTERM');

  const database = await emptyDatabase();
  const result = await quittance({ env: envOn(database) }, ['restore', path]);
  assert.equal(result.code, 0, told(result));
  assert.match(result.stdout, /continues with address 1001: those from 1 on may have been shown/);
  const sent = receiver.received.length;
  const service = await startService({
    ...stage.options,
    databaseUrl: database.url,
    env: { ...stage.options.env, SECRET_KEY: stage.service.env.SECRET_KEY as string },
  });
  services.push(service);
  const api = client(service.apiUrl, shop.app.token);
  await until(
    async () => (await ok<Json>(api.get(`/invoice/${invoice.id}`))).status === 'paid',
    'the payment to be read again',
  );
  const waiting = await until(async () => {
    const all = await ok<Json[]>(api.get('/unmatched-payments', { query: { app_id: shop.app.id } }));
    return all.length > 0 ? all : null;
  }, 'the payment to the lost address');
  assert.deepEqual([waiting.length, waiting[0].to ?? waiting[0].recipient], [1, lost.to]);

  const again = await ok<Json>(
    api.as(null).post('/transaction', {
      invoice_id: (await ok<Json>(api.post('/invoice', { total: '50.00', currency: 'USD' }))).id,
      from: customer.address,
      cryptocurrency: 'ETH',
      network: 'local',
    }),
  );
  assert.ok(![attempt.to, lost.to].includes(again.to));
  const ids = new Set(before.map((event) => event.id));
  await ok(api.post(`/webhook-delivery/${(await failedDelivery(api, webhook.id)).id}/redeliver`));
  await until(
    () => receiver.received.slice(sent).some((one) => ids.has(one.headers['webhook-id'] as string)),
    'a delivery of the backup, with its id',
  );
  await checkLaws(database.db, stage.anvil);
  await service.stop();
  await stage.service.restart();

  const check = (file: string) => quittance(stage.service, ['restore', '--check', file]);
  const good = await check(path);
  assert.equal(good.code, 0, told(good));
  assert.match(
    good.stdout,
    /is complete.*\n\d+ rows .* restored into a temporary database, and every law of money holds/,
  );
  // A row is edited by hand before the next backup.
  await database.db.query(`update invoices set paid = paid + 1 where status = 'paid'`);
  const wrong = join(folder, 'wrong.backup');
  assert.equal((await quittance({ env: envOn(database) }, ['backup', wrong])).code, 0);
  const bad = await check(wrong);
  assert.equal(bad.code, 1, told(bad));
  assert.match(bad.stdout, /laws of money do not hold there:\n {2}an invoice has the sums of its transactions: \{/);
  const left = await database.db.query(`select datname from pg_database where datname like 'quittance_check_%'`);
  assert.deepEqual(left, []);
});

async function failedDelivery(api: ReturnType<typeof client>, webhookId: string): Promise<Json> {
  const all = await ok<Json[]>(api.get(`/webhook/${webhookId}/deliveries`));
  const found = all.at(-1);
  assert.ok(found);
  return found;
}

test('an embedded instance moves to another machine: accounts, tokens, key and pictures are in one file', async () => {
  const bucketUrl = `${bucket.url.replace('//', '//KEY:secret@')}/safe/copies?region=eu-central-1`;
  const first = await startService({
    own: 'it has the embedded database',
    roles: 'api,worker',
    config: { networks: {} },
    env: { BACKUP_TO: bucketUrl, BACKUP_EVERY: '24h' },
  });
  services.push(first);
  await first.says('backup_made');
  const [inBucket, ...others] = bucket.files.keys();
  assert.match(inBucket ?? '', /^\/safe\/copies\/quittance-\d{8}T\d{9}Z\.backup$/);
  assert.deepEqual([others, readdirSync(join(first.dataDir, 'backup-drafts'))], [[], []]);
  const fetched = join(folder, 'fetched.backup');
  writeFileSync(fetched, bucket.files.get(inBucket as string) as Buffer);
  const whole = await quittance(first, ['restore', '--check', fetched]);
  assert.match(whole.stdout, /is complete: .* without the secret key/, told(whole));
  const merchant = await createMerchant(first);
  const bytes = await picture(30, 20).png().toBuffer();
  const to = await ok<Json>(merchant.api.post('/upload-target', { content_type: 'image/png', size: bytes.length }));
  await fetch(to.url, { method: 'PUT', headers: to.headers, body: new Uint8Array(bytes) });
  await ok(merchant.api.put(`/app/${merchant.app.id}`, { image: to.name }));
  const path = join(folder, 'embedded.backup');
  const plain = await quittance(first, ['backup', path, '--with-key']);
  assert.deepEqual([plain.code, /--with-key needs BACKUP_RECIPIENT/.test(plain.stderr)], [1, true]);
  const identity = join(folder, 'identity');
  const secret = await generateX25519Identity();
  writeFileSync(identity, `# for the stories\n${secret}\n`, { mode: 0o600 });
  const BACKUP_RECIPIENT = await identityToRecipient(secret);
  const encrypting = { env: { ...first.env, BACKUP_RECIPIENT } };
  const running = await quittance(encrypting, ['backup', path, '--with-key']);
  assert.equal(running.code, 0, told(running));
  assert.match(running.stdout, /1 picture\. Encrypted to BACKUP_RECIPIENT\. The backup contains the secret key/);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const shown = Buffer.from(await (await fetch(`${first.url}/uploads/${to.name}`)).arrayBuffer());
  const twice = await quittance(first, ['backup', path]);
  assert.deepEqual([twice.code, /already exists/.test(twice.stderr)], [1, true]);
  await first.kill('SIGTERM');
  const stopped = await quittance(first, ['backup', join(folder, 'stopped.backup')]);
  assert.equal(stopped.code, 0, told(stopped));

  const dataDir = join(folder, 'elsewhere');
  const env = { ...first.env, DATA_DIR: dataDir };
  const keyless = await quittance({ env }, ['restore', join(folder, 'stopped.backup')]);
  assert.deepEqual([keyless.code, /secret key is not in this backup/.test(keyless.stderr)], [1, true]);
  const other = join(folder, 'other-identity');
  writeFileSync(other, await generateX25519Identity(), { mode: 0o600 });
  const open = join(folder, 'open-identity');
  writeFileSync(open, secret);
  chmodSync(open, 0o644);
  const cut = join(folder, 'cut.backup');
  writeFileSync(cut, readFileSync(path).subarray(0, -40));
  for (const [words, why] of [
    [[path], /is encrypted: give --identity/],
    [[path, '--identity', other], /identity cannot decrypt/],
    [[path, '--identity', open], /chmod 600/],
    [[cut, '--identity', identity], /damaged or truncated/],
  ] as const) {
    const refused = await quittance({ env }, ['restore', ...words]);
    assert.deepEqual([refused.code, why.test(refused.stderr)], [1, true], told(refused));
  }
  const checked = await quittance({ env }, ['restore', '--check', path, '--identity', identity]);
  assert.match(checked.stdout, /is complete: a backup of \S+, with the secret key.\n.*every law of money holds/);
  const restored = await quittance({ env }, ['restore', path, '--identity', identity]);
  assert.equal(restored.code, 0, told(restored));
  assert.equal(
    readFileSync(join(dataDir, 'secret-key'), 'utf8'),
    readFileSync(join(first.dataDir, 'secret-key'), 'utf8'),
  );
  // The restored instance makes and reports its own backups.
  const BACKUP_TO = join(folder, 'made');
  const second = await startService({
    own: 'it has the embedded database',
    roles: 'api,worker',
    config: { networks: {} },
    dataDir,
    env: { BACKUP_RECIPIENT, BACKUP_TO, BACKUP_EVERY: '24h' },
  });
  await second.says('backup_made');
  const [made, ...more] = readdirSync(BACKUP_TO);
  assert.deepEqual(more, []);
  const own = await quittance({ env }, ['restore', '--check', join(BACKUP_TO, made as string), '--identity', identity]);
  assert.match(own.stdout, /is complete: .* without the secret key/);
  assert.match(await (await fetch(`${second.url}/metrics`)).text(), /^quittance_backup_age_seconds \d/m);
  assert.match((await quittance(second, ['doctor'])).stdout, /ok {3}backup: the last good one/);
  services.push(second);
  const [app] = await ok<Json[]>(client(second.apiUrl, merchant.personalToken).get('/app'));
  assert.equal(app.token, merchant.app.token);
  const picturedAgain = await fetch(`${second.url}/uploads/${to.name}`);
  assert.deepEqual(Buffer.from(await picturedAgain.arrayBuffer()), shown);
  await second.stop();
  await first.stop();
});

test('a restore refuses a used database, a running service, a foreign key, and a damaged or newer file', async () => {
  const path = await backUp('good.backup');
  const refused = async (env: Record<string, string>, file: string, why: RegExp, ...flags: string[]) => {
    const result = await quittance({ env }, ['restore', file, ...flags]);
    assert.equal(result.code, 1, told(result));
    assert.match(result.stderr, why);
  };
  await refused({ ...stage.service.env }, path, /is using this database. Stop it first/);
  const database = await emptyDatabase();
  const env = envOn(database);
  const key = Buffer.alloc(32, 7).toString('base64');
  await refused({ ...env, SECRET_KEY: key }, path, /SECRET_KEY is not the key of this backup/);
  await refused(env, join(folder, 'nowhere'), /cannot be read/);
  const whole = readFileSync(path);
  const bad = join(folder, 'bad.backup');
  const text = gunzipSync(whole);
  const middle = Math.floor(text.length / 2);
  const flipped = Buffer.from(text);
  flipped[middle] = (flipped[middle] ?? 0) ^ 1;
  const newer = Buffer.from(
    text.toString('latin1').replace('"0001-people-and-tokens.sql"', '"0001-people-and-tickets.sql"'),
    'latin1',
  );
  for (const [bytes, why] of [
    [whole.subarray(0, whole.length - 200), /damaged or truncated/],
    [gzipSync(text.subarray(0, middle)), /damaged or truncated/],
    [gzipSync(flipped), /damaged or truncated/],
    [gzipSync(newer), /damaged or truncated|made by another version/],
    [Buffer.from('something else'), /damaged or truncated|not a backup/],
  ] as const) {
    writeFileSync(bad, bytes);
    await refused(env, bad, why);
  }
  assert.deepEqual(await database.db.query('select 1 from users'), []);

  const first = await quittance({ env }, ['restore', path]);
  assert.equal(first.code, 0, told(first));
  await refused(env, path, /has accounts. Add --replace/);
  const replaced = await quittance({ env }, ['restore', path, '--replace', '--skip', '0']);
  assert.equal(replaced.code, 0, told(replaced));
});

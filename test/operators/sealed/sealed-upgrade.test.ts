// Rows of a version without seals are signed once, without a pause; a change of keys signs them again.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { resealRows, signUnsignedRows } from '../../../src/features/known/row-seals/reseal-store.ts';
import { sealedRows } from '../../../src/features/known/row-seals/sealed-rows.ts';
import { endUpgrade } from '../../../src/features/operations/keys/sign-earlier-rows.ts';
import { batchedKinds } from '../../../src/features/operations/keys/unsigned-kinds.ts';
import { createRowMac } from '../../../src/io/secrets/row-mac.ts';
import { createVault } from '../../../src/io/secrets/vault.ts';
import { client, type Json, ok, until } from '../../rig/client.ts';
import { testDatabase } from '../../rig/database.ts';
import { unwatchedNetworks } from '../../rig/interface/api-rig.ts';
import { createMerchant } from '../../rig/merchant.ts';
import { quittance } from '../../rig/service/command-line.ts';
import { startService } from '../../rig/service.ts';
import { newAddress } from '../../rig/stage.ts';

const secretKey = randomBytes(32);
const database = await testDatabase();
const { db } = database;
const start = (key: Buffer, roles: string, older: readonly Buffer[] = []) => {
  const old = older.length === 0 ? {} : { SECRET_KEY_OLD: older.map((one) => one.toString('base64')).join(',') };
  const env = { SECRET_KEY: key.toString('base64'), ...old };
  return startService({ databaseUrl: database.url, config: unwatchedNetworks, roles, env });
};
let service = await start(secretKey, 'api,worker');
const merchant = await createMerchant(service, {
  accepts: [['ETH', 'local']],
  receives: [{ network: 'local', kind: 'address', value: newAddress() }],
});
const api = () => client(service.apiUrl, merchant.app.token);
const invoice = await ok<Json>(api().post('/invoice', { total: '10.00', currency: 'USD' }));
const quote = { invoice_id: invoice.id, cryptocurrency: 'ETH', network: 'local' };
const attempts = [
  await ok<Json>(api().post('/transaction', { ...quote, from: newAddress() })),
  await ok<Json>(api().post('/transaction', { ...quote, from: newAddress() })),
] as const;
const webhook = await ok<Json>(api().post('/webhook', { app_id: merchant.app.id, url: 'https://shop.example/hook' }));
await ok(merchant.api.post('/payment-link', { app_id: merchant.app.id, slug: 'tea', currency: 'USD', total: '2.00' }));

after(async () => {
  await service.stop();
  await database.drop();
});

async function unsigned(): Promise<number> {
  let count = 0;
  for (const kind of batchedKinds) {
    const { table, mac, ...rest } = sealedRows[kind];
    const where = 'where' in rest ? rest.where : 'true';
    count += (await db.byValue.query(`select from ${table} r where r.${mac} is null and ${where}`)).length;
  }
  return count;
}

test('T7-earlier-rows: rows of money from before are used at once, signed beside the service, and once', async () => {
  await service.stop();
  // The state that the version before left. Two of its rows were changed outside that version.
  for (const kind of batchedKinds) {
    const { table, mac } = sealedRows[kind];
    await db.byValue.query(`update ${table} set ${mac} = null`);
  }
  await db.query('update transactions set recipient = $2 where id = $1', [attempts[1].id, newAddress().toLowerCase()]);
  const earlier = 'this key belongs to this database, and its people and programs are signed';
  await db.query('update key_checks set sealed = $1', [createVault(secretKey).seal(earlier, 'key check')]);

  service = await start(secretKey, 'api');
  assert.equal((await ok<Json>(api().get(`/invoice/${invoice.id}`))).total, '10.00');
  await ok(api().post('/transaction', { ...quote, from: newAddress() }));
  assert.equal((await api().get(`/transaction/${attempts[1].id}`)).status, 503, 'its address was changed before');
  assert.equal((await quittance(service, ['audit'])).code, 0, 'rows that wait for their signature are no finding');
  await service.stop();

  service = await start(secretKey, 'api,worker');
  await until(async () => (await unsigned()) === 1, 'all rows but the one that was changed to be signed');
  await endUpgrade(db, [secretKey]);
  await service.stop();

  service = await start(secretKey, 'api,worker');
  assert.equal((await api().get(`/transaction/${attempts[0].id}`)).status, 200);
  assert.equal((await api().get(`/transaction/${attempts[1].id}`)).status, 503);
  await db.query('update invoices set mac = null');
  await db.query('update webhooks set row_mac = null');
  await db.query('update events set mac = null');
  assert.deepEqual((await api().get<Json[]>('/events')).body, []);
  assert.equal((await api().get(`/invoice/${invoice.id}`)).status, 503, 'no later row goes unsigned');
  const { stdout } = await quittance(service, ['audit']);
  for (const named of [
    `${invoice.id} of invoices`,
    `${webhook.id} of webhooks`,
    `${attempts[1].id} of transactions`,
    'of events',
  ])
    assert.ok(stdout.includes(`${named} was changed outside the service`), stdout);
  await signUnsignedRows(db, createRowMac([secretKey]), ['invoice', 'webhook_endpoint', 'event']);
});

test('T8-key-rotate: a change of keys signs the rows of money anew, and no row that no key signed', async () => {
  await service.stop();
  const next = randomBytes(32);
  service = await start(next, 'api', [secretKey]);
  assert.equal((await api().get(`/invoice/${invoice.id}`)).status, 200);
  const done = await resealRows(db, createRowMac([next, secretKey]));
  const of = (kind: string) => done.find((one) => one.kind === kind);
  for (const kind of ['app', 'payment_link', 'app_cryptocurrency', 'webhook_endpoint', 'invoice', 'transaction'])
    assert.ok((of(kind)?.resealed ?? 0) > 0, kind);
  assert.equal((await api().get(`/transaction/${attempts[1].id}`)).status, 503);
  await service.stop();
  const held = createRowMac([next]);
  const [row] = await db.query<{ mac: Buffer }>('select mac from payment_links');
  assert.equal(row?.mac.length, 32);
  assert.equal(await signUnsignedRows(db, held, ['invoice', 'app', 'payment_link']), 0, 'all hold under the new key');
});

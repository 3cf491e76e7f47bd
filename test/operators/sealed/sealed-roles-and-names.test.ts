// Roles and former names changed by SQL: a changed role makes no operator, and a former name stays known.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { writeNameGaps } from '../../../src/features/known/row-seals/name-gap-store.ts';
import { endUpgrade } from '../../../src/features/operations/keys/sign-earlier-rows.ts';
import { createRowMac } from '../../../src/io/secrets/row-mac.ts';
import { createVault } from '../../../src/io/secrets/vault.ts';
import { client, type Json, ok, until } from '../../rig/client.ts';
import { testDatabase } from '../../rig/database.ts';
import { unwatchedNetworks } from '../../rig/interface/api-rig.ts';
import { createMerchant, type Merchant } from '../../rig/merchant.ts';
import { quittance } from '../../rig/service/command-line.ts';
import { startService } from '../../rig/service.ts';

const secretKey = randomBytes(32);
const database = await testDatabase();
const { db } = database;
const start = () => {
  const env = { SECRET_KEY: secretKey.toString('base64') };
  return startService({ databaseUrl: database.url, config: unwatchedNetworks, roles: 'api,worker', env });
};
let service = await start();
const operator = await createMerchant(service, { isAdmin: true });
const owner = await createMerchant(service);
const other = await createMerchant(service);

after(async () => {
  await service.stop();
  await database.drop();
});

const api = ({ personalToken }: Merchant) => client(service.apiUrl, personalToken);
const link = (of: Merchant, slug: string) =>
  api(of).post<Json>('/payment-link', { app_id: of.app.id, slug, currency: 'USD', total: '5.00' });
const order = (reference: string, total: string) =>
  client(service.apiUrl, owner.app.token).post<Json>('/invoice', { total, currency: 'USD', order: { reference } });
const newName = () => `name-${randomUUID().slice(0, 8)}`;

/** A former slug of a link of the owner. */
async function formerSlug(): Promise<string> {
  const slug = newName();
  const { id } = await ok<Json>(link(owner, slug));
  await ok(api(owner).put(`/payment-link/${id}`, { slug: newName() }));
  return slug;
}

/** A former reference of an order over 20.00. */
async function formerReference(): Promise<string> {
  const reference = newName();
  const { id } = await ok<Json>(order(reference, '20.00'));
  await ok(api(owner).put(`/invoice/${id}`, { order: { reference: newName() } }));
  return reference;
}

test('T7-role: SQL makes no operator, and the audit names the user', async () => {
  assert.equal((await operator.api.get('/operator/people')).status, 200);
  assert.equal((await owner.api.get('/operator/people')).status, 404);
  const [{ id } = { id: '' }] = await db.byValue.query<{ id: string }>('select id from users where email = $1', [
    owner.email,
  ]);
  await db.byValue.query(`update users set role = 'operator' where email = $1`, [owner.email]);
  // The MAC of another user's role proves nothing for this one.
  await db.byValue.query(`update users u set role_mac = o.role_mac from users o where u.email = $1 and o.email = $2`, [
    owner.email,
    operator.email,
  ]);
  assert.equal((await owner.api.get('/operator/people')).status, 404);
  assert.equal((await ok<Json>(owner.api.get('/account'))).role, 'merchant');
  const people = await ok<Json[]>(operator.api.get('/operator/people'));
  assert.deepEqual(
    people.filter(({ role }) => role === 'operator').map(({ email }) => email),
    [operator.email],
  );
  await service.says('user_role.tampered');
  const { code, stdout } = await quittance(service, ['audit']);
  assert.equal(code, 1);
  assert.match(stdout, new RegExp(`The row ${id} of users was changed outside the service`));
  // The operator may have made the change: the command line can confirm the role that is in the row.
  const confirmed = await quittance(service, ['user', 'confirm', '--email', owner.email]);
  assert.deepEqual([confirmed.code, confirmed.stdout], [0, `Confirmed operator ${owner.email}\n`]);
  assert.equal((await owner.api.get('/operator/people')).status, 200);
  await db.byValue.query(`update users set role = 'merchant' where id = $1`, [id]);
  assert.equal((await quittance(service, ['user', 'confirm', '--email', owner.email])).code, 0);
  assert.equal((await owner.api.get('/operator/people')).status, 404);
});

test('T7-names: a former slug goes to no other owner, also after SQL deleted or moved its row', async () => {
  const changes = [
    'delete from former_slugs where slug = $1',
    `update former_slugs set slug = slug || '-x' where slug = $1`,
  ];
  for (const change of changes) {
    const slug = await formerSlug();
    assert.equal((await link(other, slug)).status, 422);
    await db.byValue.query(change, [slug]);
    const { status, body } = await link(other, slug);
    assert.deepEqual([status, body.errors?.[0]?.code], [422, 'taken'], change);
  }
  await ok(link(other, newName()));
});

test('T7-names: an order is not made anew for less after SQL deleted or moved its former price', async () => {
  const changes = [
    'delete from former_references where reference = $1',
    `update former_references set reference = reference || '-x' where reference = $1`,
  ];
  for (const change of changes) {
    const reference = await formerReference();
    await db.byValue.query(change, [reference]);
    const { status, body } = await order(reference, '1.00');
    assert.deepEqual([status, body.code], [503, 'row_tampered'], change);
  }
  await ok(order(newName(), '1.00'));
});

test('T7-names: ranges between former names that SQL widened or deleted prove nothing', async () => {
  const reference = await formerReference();
  await db.byValue.query('delete from former_references where reference = $1', [reference]);
  await db.byValue.query('create table kept_gaps as select * from name_gaps');
  await db.byValue.query(`update name_gaps set before_hash = decode(repeat('ff', 32), 'hex')`);
  assert.equal((await order(reference, '1.00')).status, 503);
  const { code, stdout } = await quittance(service, ['audit']);
  assert.equal(code, 1);
  assert.match(stdout, /of name_gaps was changed outside the service/);
  await db.byValue.query('delete from name_gaps');
  assert.equal((await order(newName(), '1.00')).status, 503);
  await db.byValue.query('insert into name_gaps select * from kept_gaps');
  await ok(order(newName(), '1.00'));
});

test('T7-upgrade: roles and names from before hold during an upgrade, and are signed by it', async () => {
  const askedByOperator = async () => (await api(operator).get('/operator/people')).status;
  const [slug, reference] = [await formerSlug(), await formerReference()];
  await service.stop();
  await db.byValue.query('update users set role_mac = null');
  await db.byValue.query('delete from name_gaps');
  const earlier = 'this key belongs to this database, and all of its rows that decide about money are sealed';
  await db.query('update key_checks set sealed = $1', [createVault(secretKey).seal(earlier, 'key check')]);
  service = await start();
  assert.equal(await askedByOperator(), 200);
  await ok(order(newName(), '1.00'));
  const [lateSlug, lateReference] = [await formerSlug(), await formerReference()];
  await until(
    async () => (await db.byValue.query('select from users where role_mac is null')).length === 0,
    'all roles to be signed',
  );
  await writeNameGaps(db, createRowMac([secretKey]));
  await endUpgrade(db, [secretKey]);
  await service.stop();
  service = await start();
  assert.equal(await askedByOperator(), 200);
  assert.doesNotMatch((await quittance(service, ['audit'])).stdout, /of users was changed outside the service/);
  const further = await formerReference();
  await db.byValue.query('delete from former_slugs');
  await db.byValue.query('delete from former_references');
  for (const one of [slug, lateSlug]) assert.equal((await link(other, one)).status, 422, one);
  for (const one of [reference, lateReference, further]) assert.equal((await order(one, '1.00')).status, 503, one);
  await ok(order(newName(), '1.00'));
  await ok(link(other, newName()));
  await db.byValue.query('update users set role_mac = null');
  assert.equal(await askedByOperator(), 404, 'no later role goes unsigned');
});

// A role that is written past the service makes no operator, and ends as soon as it is no longer as it was signed.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { endUpgrade } from '../../../src/features/operations/keys/sign-earlier-rows.ts';
import { createVault } from '../../../src/io/secrets/vault.ts';
import { client, type Json, ok, until } from '../../rig/client.ts';
import { testDatabase } from '../../rig/database.ts';
import { unwatchedNetworks } from '../../rig/interface/api-rig.ts';
import { createMerchant } from '../../rig/merchant.ts';
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
const merchant = await createMerchant(service);

after(async () => {
  await service.stop();
  await database.drop();
});

const write = (role: string, email: string) =>
  db.byValue.query('update users set role = $1 where email = $2', [role, email]);
const idOf = async (email: string) =>
  (await db.byValue.query<{ id: string }>('select id from users where email = $1', [email]))[0]?.id ?? '';

test('T7-role: SQL makes no operator, and the audit names the user', async () => {
  assert.equal((await operator.api.get('/operator/people')).status, 200);
  assert.equal((await merchant.api.get('/operator/people')).status, 404);
  const id = await idOf(merchant.email);
  await write('operator', merchant.email);
  // The MAC of another user's role proves nothing for this one.
  await db.byValue.query(`update users u set role_mac = o.role_mac from users o where u.email = $1 and o.email = $2`, [
    merchant.email,
    operator.email,
  ]);
  assert.equal((await merchant.api.get('/operator/people')).status, 404);
  assert.equal((await ok<Json>(merchant.api.get('/account'))).role, 'merchant');
  const people = await ok<Json[]>(operator.api.get('/operator/people'));
  assert.deepEqual(
    people.filter(({ role }) => role === 'operator').map(({ email }) => email),
    [operator.email],
  );
  await service.says('user_role.tampered');
  const { code, stdout } = await quittance(service, ['audit']);
  assert.equal(code, 1);
  assert.match(stdout, new RegExp(`The row ${id} of users is not as the service wrote it`));
  await db.byValue.query(`update users set role = 'merchant', role_mac = null where id = $1`, [id]);
});

test('T7-role: roles from before are signed at the upgrade, during which they hold, and no later', async () => {
  await service.stop();
  await db.byValue.query('update users set role_mac = null');
  const earlier = 'this key belongs to this database, and all of its rows that decide about money are sealed';
  await db.query('update key_checks set sealed = $1', [createVault(secretKey).seal(earlier, 'key check')]);
  service = await start();
  const askedByOperator = async () =>
    (await client(service.apiUrl, operator.personalToken).get('/operator/people')).status;
  assert.equal(await askedByOperator(), 200);
  await until(
    async () => (await db.byValue.query('select from users where role_mac is null')).length === 0,
    'all roles to be signed',
  );
  await endUpgrade(db, [secretKey]);
  await service.stop();
  service = await start();
  assert.equal(await askedByOperator(), 200);
  assert.equal((await quittance(service, ['audit'])).code, 0);
  await db.byValue.query('update users set role_mac = null');
  assert.equal(await askedByOperator(), 404, 'no later role goes unsigned');
});

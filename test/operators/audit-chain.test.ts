// The audit log is a hash chain: changes and deletions outside the service are detected, and it can be stored
// elsewhere.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { resealRows } from '../../src/features/known/row-seals/reseal-store.ts';
import { rowSeals } from '../../src/features/known/row-seals/sealed-rows.ts';
import { entryHash } from '../../src/features/people/audit/chain.ts';
import { checkAuditChains } from '../../src/features/people/audit/check-chain.ts';
import { listChain } from '../../src/features/people/audit/store.ts';
import { createRowMac } from '../../src/io/secrets/row-mac.ts';
import { type Json, ok } from '../rig/client.ts';
import { testDatabase } from '../rig/database.ts';
import { unwatchedNetworks } from '../rig/interface/api-rig.ts';
import { createMerchant } from '../rig/merchant.ts';
import { quittance } from '../rig/service/command-line.ts';
import { startService } from '../rig/service.ts';

const secretKey = randomBytes(32);
const database = await testDatabase();
const { db } = database;
const env = { SECRET_KEY: secretKey.toString('base64') };
const service = await startService({ databaseUrl: database.url, config: unwatchedNetworks, roles: 'api', env });
const value = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const receives = [{ network: 'local', kind: 'address', value }] as const;
const merchant = await createMerchant(service, { receives });
const folder = await mkdtemp(join(tmpdir(), 'quittance-audit-'));
const check = (key = secretKey) => checkAuditChains({ db, seals: rowSeals(createRowMac([key])) });

/** Saves the log as it is now; returns a function that restores it. */
async function keepLog(): Promise<() => Promise<void>> {
  const tables = ['audit_log', 'audit_heads'];
  for (const table of tables) {
    await db.query(`drop table if exists kept_${table}`);
    await db.query(`create table kept_${table} as select * from ${table}`);
  }
  return async () => {
    for (const table of tables) {
      await db.query(`delete from ${table}`);
      await db.query(`insert into ${table} select * from kept_${table}`);
    }
  };
}

/** Recomputes all hashes of the log, which is possible without the key. */
async function rehash(ownerId: string): Promise<void> {
  let before: Buffer | null = null;
  for (const entry of await listChain(db, ownerId, 0n, 1_000)) {
    const hash = entryHash(before, { ownerId, sequence: entry.sequence }, entry);
    await db.query('update audit_log set hash = $1 where id = $2', [hash, entry.id]);
    await db.query('update audit_heads set sequence = $1, hash = $2 where owner_id = $3', [
      ...[entry.sequence.toString(), hash, ownerId],
    ]);
    before = hash;
  }
}

after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
  await database.drop();
});

test('T7-audit-chain: exactly the entry that SQL changed, removed or cut off the end is named', async () => {
  for (const name of ['One', 'Two', 'Three']) await ok(merchant.api.put(`/app/${merchant.app.id}`, { name }));
  assert.deepEqual(await check(), []);
  const [two] = await db.query<{ id: string; sequence: string; owner: string }>(
    `select id, sequence, owner_id as owner from audit_log where after->>'name' = 'Two'`,
  );
  const sequence = BigInt(two?.sequence ?? 0);
  const putBack = await keepLog();
  const harms: [string, object][] = [
    [`update audit_log set actor = 'nobody' where id = '${two?.id}'`, { sequence, why: 'changed' }],
    [`delete from audit_log where id = '${two?.id}'`, { sequence, why: 'missing' }],
    [`delete from audit_log where sequence > ${sequence}`, { sequence: sequence + 1n, why: 'missing' }],
  ];
  for (const [harm, found] of harms) {
    await db.query(harm);
    const [broken, ...more] = await check();
    assert.deepEqual([{ sequence: broken?.sequence, why: broken?.why }, more], [found, []], harm);
    await putBack();
  }
  // Recomputed hashes and a recomputed end still lack a valid signature.
  const forgeries: [string, object][] = [
    [`update audit_log set actor = 'nobody' where id = '${two?.id}'`, { sequence, why: 'not_ours' }],
    [`delete from audit_log where sequence > ${sequence}`, { sequence, why: 'end_changed' }],
  ];
  for (const [forgery, found] of forgeries) {
    await db.query(forgery);
    await rehash(two?.owner ?? '');
    const [broken, ...more] = await check();
    assert.deepEqual([{ sequence: broken?.sequence, why: broken?.why }, more], [found, []], forgery);
    await putBack();
  }
  assert.deepEqual(await check(), []);
});

test('T7-audit-chain: the command confirms and exports a log, and stops apps without an entry', async () => {
  const file = join(folder, 'log.jsonl');
  const well = await quittance(service, ['audit', '--export', file]);
  assert.deepEqual([well.code, well.stderr], [0, ''], well.stdout);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as Json);
  assert.ok(entries.some((entry) => entry.action === 'address.added' && entry.after.value === value && entry.hash));

  await db.query(`update wallets set value = '0x' || repeat('ab', 20)`);
  const ill = await quittance(service, ['audit']);
  assert.equal(ill.code, 1);
  assert.match(ill.stdout, /is not as its owner entered it: the app makes no quotes/);
  const [app] = await db.query<{ stopped: boolean }>('select quotes_stopped_at is not null as stopped from apps');
  assert.equal(app?.stopped, true);
  await db.query('update wallets set value = $1', [value.toLowerCase()]);

  // Each finding by itself: a row that the service did not sign, a row that no log entry mentions, and a changed log.
  const putBack = await keepLog();
  await db.query(`update app_addresses set effective_at = now() - interval '1 day'`);
  assert.match((await quittance(service, ['audit'])).stdout, /is not as its owner entered it/);
  await db.query('update app_addresses set effective_at = null');
  await db.query('delete from audit_log');
  await db.query('delete from audit_heads');
  assert.match((await quittance(service, ['audit'])).stdout, /is not as its owner entered it/);
  await putBack();
  await db.query(`update audit_log set actor = 'nobody' where after->>'value' = $1`, [value]);
  const changed = await quittance(service, ['audit']);
  assert.equal(changed.code, 1);
  assert.match(changed.stdout, /^The audit log of \S+ is broken at entry \d+ .*was changed\.$/m);
  await putBack();
});

test('T7-audit-rows: each row of people or tokens that SQL wrote is named, and nothing else is', async () => {
  const [user] = await db.query<{ id: string }>('select id from users limit 1');
  const change = (email: string) => db.query('update users set email = $1 || email where id = $2', [email, user?.id]);
  await change('x');
  const ill = await quittance(service, ['audit']);
  await db.query('update users set email = substr(email, 2) where id = $1', [user?.id]);
  assert.deepEqual(
    [ill.code, ill.stdout],
    [1, `The row ${user?.id} of users was changed outside the service: it is not used.\n`],
  );
  assert.equal((await quittance(service, ['audit'])).code, 0);
});

test('rows are signed anew under another key, and what no key signed stays refused', async () => {
  const next = randomBytes(32);
  assert.ok((await check(next)).length > 0);
  await db.query('update app_addresses set mac = $1', [randomBytes(32)]);
  const done = await resealRows(db, createRowMac([next, secretKey]));
  assert.ok(
    done.every(({ kind, unproved }) => unproved === (kind === 'app_address' ? 1 : 0)),
    JSON.stringify(done),
  );
  assert.ok(done.some(({ kind, resealed }) => kind === 'personal_access_token' && resealed > 0));
  assert.deepEqual(await check(next), []);
  const again = await resealRows(db, createRowMac([next, secretKey]));
  assert.ok(again.every(({ resealed }) => resealed === 0));
});

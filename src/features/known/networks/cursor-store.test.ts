// Only one process at a time follows a network, and a dead process blocks no other one.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { until } from '../../../../test/rig/client.ts';
import { type TestDatabase, testDatabase } from '../../../../test/rig/database.ts';
import { connectPostgres } from '../../../io/db/postgres.ts';
import { lockCursor, releaseLease, takeLease } from './cursor-store.ts';

let rig: TestDatabase;
before(async () => {
  rig = await testDatabase();
});
after(() => rig.drop());

async function newNetwork(): Promise<string> {
  const id = randomUUID();
  const row = `insert into networks (id, symbol, family, created_at) values ($1::uuid, ($1::uuid)::text, 'EVM', now())`;
  await rig.db.query(row, [id]);
  return id;
}

/** A process that attends, over its own connections. */
async function newProcess() {
  const name = `watcher-${randomUUID()}`;
  const faults: Error[] = [];
  const onError = (error: Error) => void faults.push(error);
  const db = await connectPostgres({ url: rig.url, maxConnections: 1, applicationName: name, onError });
  const owner = randomUUID();
  const presence = await db.attend(owner);
  return { name, db, owner, presence, faults };
}

const heldByLock = `select 1 from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and a.application_name = $1 || ' presence'`;
const untilThere = (name: string) =>
  until(async () => (await rig.db.query(heldByLock, [name])).length === 1, `${name} to be there`);

test('a network is held by one process, and by the next as soon as the first gives it back', async () => {
  const [network, first, second] = [await newNetwork(), await newProcess(), await newProcess()];
  assert.ok(await takeLease(first.db, network, first.owner));
  assert.equal(await takeLease(second.db, network, second.owner), null);
  assert.ok(await takeLease(first.db, network, first.owner));
  await releaseLease(first.db, network, first.owner);
  assert.ok(await takeLease(second.db, network, second.owner));
  for (const one of [first, second]) await one.presence.leave();
  for (const one of [first, second]) await one.db.close();
});

test('who is dead holds nothing, however long the lease would run', async () => {
  const [network, first, second] = [await newNetwork(), await newProcess(), await newProcess()];
  assert.ok(await takeLease(first.db, network, first.owner));
  await rig.db.query(`update network_cursors set lease_until = now() + interval '1 hour' where network_id = $1`, [
    network,
  ]);
  assert.equal(await takeLease(second.db, network, second.owner), null);
  await first.presence.leave();
  await until(() => takeLease(second.db, network, second.owner), 'the network to be taken over');
  assert.equal(await takeLease(first.db, network, first.owner), null);
  assert.equal(await first.db.atomically((trx) => lockCursor(trx, network, first.owner)), null);
  await second.presence.leave();
  for (const one of [first, second]) await one.db.close();
});

test('who is there but froze holds a network until its lease is over, and writes nothing afterwards', async () => {
  const [network, first, second] = [await newNetwork(), await newProcess(), await newProcess()];
  assert.ok(await takeLease(first.db, network, first.owner));
  await rig.db.query('update network_cursors set lease_until = now() where network_id = $1', [network]);
  assert.ok(await takeLease(second.db, network, second.owner));
  assert.equal(await first.db.atomically((trx) => lockCursor(trx, network, first.owner)), null);
  for (const one of [first, second]) await one.presence.leave();
  for (const one of [first, second]) await one.db.close();
});

test('of two who want what the dead held, one gets it', async () => {
  const network = await newNetwork();
  const [first, ...others] = [await newProcess(), await newProcess(), await newProcess(), await newProcess()];
  assert.ok(await takeLease(first.db, network, first.owner));
  await first.presence.leave();
  const taken = await until(async () => {
    const all = await Promise.all(others.map((one) => takeLease(one.db, network, one.owner)));
    const got = all.filter((cursor) => cursor !== null).length;
    return got === 0 ? null : { got };
  }, 'the network to be taken over');
  assert.equal(taken.got, 1);
  for (const one of others) await one.presence.leave();
  for (const one of [first, ...others]) await one.db.close();
});

test('who loses the connection that shows them comes back', async () => {
  const one = await newProcess();
  await untilThere(one.name);
  const end = 'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1';
  await rig.db.query(end, [`${one.name} presence`]);
  await until(() => one.faults.length > 0, 'it to notice');
  await untilThere(one.name);
  await one.presence.leave();
  await one.db.close();
});

test('who asks whether a holder is there writes nothing while it is', async () => {
  const [network, first, second] = [await newNetwork(), await newProcess(), await newProcess()];
  assert.ok(await takeLease(first.db, network, first.owner));
  const place = 'select ctid::text, xmin::text, xmax::text from network_cursors where network_id = $1';
  const before = await rig.db.query(place, [network]);
  assert.equal(await takeLease(second.db, network, second.owner), null);
  assert.deepEqual(await rig.db.query(place, [network]), before);
  for (const one of [first, second]) await one.presence.leave();
  for (const one of [first, second]) await one.db.close();
});

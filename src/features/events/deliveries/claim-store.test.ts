// Only one worker at a time holds a delivery, even while workers of two versions run, and no worker blocks another.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { until } from '../../../../test/rig/client.ts';
import { startWebhookInstance } from '../../../../test/rig/webhooks/webhook-instance.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { endDeliveries } from '../webhooks/delivery-log/delivery-store.ts';
import { lockWebhook } from '../webhooks/store.ts';
import { type Attempt, claimDue, findDue, recordAttempts, releaseClaims } from './claim-store.ts';
import { recordAttempts as record } from './record-attempts.ts';

const rig = await startWebhookInstance();
after(() => rig.close());
const { db } = rig.instance;

test('no other worker takes a held delivery, until it is released or its lease expires', async () => {
  const { webhook } = await rig.addWebhook('https://hooks.example/b');
  const [id] = await rig.emit('invoice.paid');
  const take = () => claimDue(db, [{ webhookId: webhook.id, count: 8 }], 45_000);
  const taken = await take();
  assert.deepEqual(
    taken.map(({ eventId }) => eventId),
    [id],
  );
  assert.deepEqual([await take(), await findDue(db)], [[], []]);
  await releaseClaims(db, taken);
  assert.equal((await take()).length, 1);
  await releaseClaims(db, taken);
  assert.deepEqual(await take(), [], 'a lease that was taken anew is not given back by the one before');
  await rig.passSeconds(46);
  assert.equal((await take()).length, 1);
  await db.query('delete from deliveries');
});

test('a claim that began before another one was committed takes none of its deliveries', async () => {
  const { webhook } = await rig.addWebhook('https://hooks.example/e');
  const [first, second, third] = await rig.emit('invoice.created', 'invoice.updated', 'invoice.paid');
  for (const [index, event] of [first, second, third].entries())
    await db.query(`update deliveries set next_attempt_at = now() - $1 * interval '1 second' where event_id = $2`, [
      60 - index,
      event,
    ]);
  // Delays the update of the first delivery until after the claim's snapshot was taken.
  await db.query(`create function wait_at_barrier() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(28); return new; end $$`);
  await db.query(`create trigger a_barrier before update on deliveries for each row
    when (new.event_id = '${first}') execute function wait_at_barrier()`);
  const capacities = [{ webhookId: webhook.id, count: 3 }];
  // If the join runs row by row, it locks a delivery only after the previous one is updated.
  const takeSlowly = () =>
    db.atomically(async (trx) => {
      for (const plan of ['hashjoin', 'mergejoin', 'seqscan', 'bitmapscan'])
        await trx.query(`set local enable_${plan} = off`);
      return claimDue(trx, capacities, 45_000);
    });
  let early: ReturnType<typeof claimDue> = Promise.resolve([]);
  let others: string[] = [];
  await db.atomically(async (barrier) => {
    await barrier.query('select pg_advisory_xact_lock(28)');
    early = takeSlowly();
    const isWaiting = `select from pg_locks where locktype = 'advisory' and not granted`;
    await until(async () => (await db.query(isWaiting)).length > 0, 'the early claim to wait');
    others = (await claimDue(db, capacities, 45_000)).map(({ eventId }) => eventId);
  });
  const taken = (await early).map(({ eventId }) => eventId);
  assert.deepEqual([others, taken], [[second, third], [first]]);
  await db.query('drop function wait_at_barrier cascade');
  await db.query('delete from deliveries');
});

test('only one delivery of a replay is claimed at a time', async () => {
  const { webhook } = await rig.addWebhook('https://hooks.example/f');
  await rig.emit('invoice.created', 'invoice.paid');
  await db.query('update deliveries set replay_id = $1 where webhook_id = $2', [randomUUID(), webhook.id]);
  const take = (by: Queryable) => claimDue(by, [{ webhookId: webhook.id, count: 8 }], 45_000);
  await db.atomically(async (trx) => {
    assert.equal((await take(trx)).length, 1);
    assert.deepEqual(await take(db), []);
  });
  assert.deepEqual(await take(db), []);
  await db.query('delete from deliveries');
});

test('a delivery accepted after its lease expired counts, but not for a replay that began later', async () => {
  const { webhook } = await rig.addWebhook('https://hooks.example/c');
  await rig.emit('invoice.paid');
  const statuses = async () => (await rig.deliveries(webhook)).map(({ status }) => status);
  for (const isReplayed of [false, true]) {
    await db.query(`update deliveries set status = 'pending', next_attempt_at = now() where webhook_id = $1`, [
      webhook.id,
    ]);
    const [claim] = await claimDue(db, [{ webhookId: webhook.id, count: 1 }], 45_000);
    assert.ok(claim);
    await rig.passSeconds(46);
    if (isReplayed)
      await db.query('update deliveries set replay_id = $1 where webhook_id = $2', [randomUUID(), webhook.id]);
    const reply = { responseStatus: 204, responseBody: null, error: null, retryMillis: null };
    const accepted: Attempt = { claim, status: 'delivered', ...reply, gone: false, tampered: null, isOutdated: false };
    await recordAttempts(db, [accepted]);
    assert.deepEqual(await statuses(), [isReplayed ? 'pending' : 'delivered']);
  }
  await db.query('delete from deliveries');
});

test('disabling an endpoint and recording its failure do not deadlock', async () => {
  const { webhook } = await rig.addWebhook('https://hooks.example/d');
  await rig.emit('invoice.paid', 'invoice.created');
  const [claim] = await claimDue(db, [{ webhookId: webhook.id, count: 1 }], 45_000);
  assert.ok(claim);
  const answer = { responseStatus: 500, responseBody: '', error: 'It answered 500.', retryMillis: 60_000 };
  const failure: Attempt = { claim, status: 'pending', ...answer, gone: false, tampered: null, isOutdated: false };
  const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let begun = 0;
  const atomically: typeof db.atomically = (act) =>
    db.atomically((trx) => {
      begun += 1;
      return act(trx);
    });
  let recorded = Promise.resolve();
  await atomically(async (trx) => {
    await lockWebhook(trx, webhook.id);
    recorded = record({ ...rig.instance, db: { ...db, atomically } }, [failure]);
    await until(async () => (await db.query(isWaiting)).length > 0, 'the failure to wait for the endpoint');
    await endDeliveries(trx, [webhook.id], 'The endpoint was switched off.', rig.instance.clock.now());
  });
  await recorded;
  assert.equal(begun, 2);
  const told = (await rig.deliveries(webhook)).map(({ status, attempts }) => `${status} ${attempts}`);
  assert.deepEqual(told, ['exhausted 0', 'exhausted 0']);
  await db.query('delete from deliveries');
});

test('a worker of the previous version takes no held delivery, and its own are left to it', async () => {
  const { webhook } = await rig.addWebhook('https://hooks.example/a');
  const [held, free] = await rig.emit('invoice.paid', 'invoice.created');
  await db.query(`update deliveries set lease_until = now() + interval '45 seconds' where event_id = $1`, [held]);
  const taken = await db.query(
    `update deliveries set next_attempt_at = now() + interval '45 seconds'
     where webhook_id = $1 and status = 'pending' and next_attempt_at <= now() returning event_id`,
    [webhook.id],
  );
  assert.deepEqual(taken, [{ event_id: free }]);
  assert.deepEqual(await claimDue(db, [{ webhookId: webhook.id, count: 8 }], 45_000), []);
});

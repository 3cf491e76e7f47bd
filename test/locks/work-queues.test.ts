// Workers take from one queue at once: each takes different entries, and none waits for another.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { claimDue } from '../../src/features/events/deliveries/claim-store.ts';
import { appendEvents } from '../../src/features/events/events/append-events.ts';
import { deleteOldEvents } from '../../src/features/events/events/store.ts';
import { createWebhook } from '../../src/features/events/webhooks/create-webhook.ts';
import { replayEvents } from '../../src/features/events/webhooks/delivery-log/replay-events.ts';
import { chargeMail } from '../../src/features/known/mails/charge-mail.ts';
import { insertMail, takeDueMails } from '../../src/features/known/mails/store.ts';
import { queueTasks, takeDueTasks } from '../../src/features/known/schedule/task-store.ts';
import { deleteUnusedUploads, findUpload, holdUpload, insertUpload } from '../../src/features/people/uploads/store.ts';
import type { Database, Queryable } from '../../src/io/db/database.ts';
import { alone } from '../../src/io/db/parts/parts.ts';
import { passes, waits } from '../rig/barrier.ts';
import { openLockStage, perform } from './lock-stage.ts';

const stage = await openLockStage();
const { instance } = stage;
const { db } = instance;
const owner = await stage.newUser();
const app = await stage.newApp(owner);
after(() => stage.close());

test('two workers that take mails at once take different ones', async () => {
  for (const letter of ['a', 'b'])
    await insertMail(db, { sealed: Buffer.from(letter), lane: 'account', isCharged: false });
  const taken = await bothTake((trx) => takeDueMails(trx, 'others', { limit: 1, leaseSeconds: 60 }));
  assert.deepEqual(taken.flatMap((mails) => mails.map(({ sealed }) => sealed.toString())).sort(), ['a', 'b']);
});

test('two workers that take tasks at once take different ones', async () => {
  const due = instance.clock.now();
  await queueTasks(db, 'some', ['a', 'b'], due);
  const wanted = { kinds: ['some'], now: due, limit: 1 };
  const taken = await bothTake((trx) => takeDueTasks(trx, wanted, { owner: randomUUID(), seconds: 60 }));
  assert.deepEqual(taken.flatMap((tasks) => tasks.map(({ key }) => key)).sort(), ['a', 'b']);
});

test('of two mails that are charged to a budget with one place left at once, one has it', async () => {
  const mail = { kind: 'receipt', to: 'a@example.com', appId: app.id, personId: owner.id } as const;
  const charging = { limits: { receiptsPerHour: 1, invitationsPerHour: 1 }, now: instance.clock.now() };
  const [first, second] = await waits(
    db,
    (held) => held.atomically((trx) => chargeMail(trx, mail, charging)),
    () => db.atomically((trx) => chargeMail(trx, { ...mail, to: 'b@example.com' }, charging)),
  );
  assert.deepEqual([first, second?.holder], [null, 'app']);
});

test('two workers that take deliveries at once take different ones', async () => {
  const webhookId = await addWebhook();
  const events = await emit(2);
  const taken = await bothTake((trx) => claimDue(trx, [{ webhookId, count: 1 }], 45_000));
  assert.deepEqual(taken.flatMap((claims) => claims.map(({ eventId }) => eventId)).sort(), events.sort());
});

test('two workers never take the same delivery of a replay', async () => {
  const since = instance.clock.now().toISOString();
  await emit(1);
  const webhookId = await addWebhook();
  await perform(replayEvents(instance), db, owner, { id: webhookId, body: { since } });
  const taken = await bothTake((trx) => claimDue(trx, [{ webhookId, count: 8 }], 45_000));
  assert.deepEqual(
    taken.map((claims) => claims.length),
    [1, 0],
  );
});

test('two processes that delete old events at once delete different ones', async () => {
  await emit(2);
  await db.query('delete from deliveries');
  const before = new Date(instance.clock.now().getTime() + 60_000);
  const deleted = await bothTake((trx) => deleteOldEvents(trx, 'events', before, 1));
  assert.deepEqual(deleted, [1, 1]);
});

test('two processes that delete unused pictures at once delete different ones', async () => {
  const names = [await addUpload(), await addUpload()];
  assert.deepEqual(await bothTake((trx) => deleteUnusedUploads(trx, later(), 1)), [1, 1]);
  assert.deepEqual(await Promise.all(names.map((name) => findUpload(db, name))), [null, null]);
});

test('a picture that an app is about to show is not deleted', async () => {
  const name = await addUpload();
  const [isHeld, deleted] = await passes(
    db,
    (held) => held.atomically((trx) => holdUpload(trx, name, owner.id)),
    () => deleteUnusedUploads(db, later(), 10),
  );
  assert.deepEqual([isHeld, deleted], [true, 0]);
});

test('a worker takes no more than it has room for, even where PostgreSQL plans a nested loop', async () => {
  const due = instance.clock.now();
  await queueTasks(db, 'many', ['a', 'b', 'c', 'd'], due);
  for (const letter of ['a', 'b', 'c', 'd'])
    await insertMail(db, { sealed: Buffer.from(letter), lane: 'account', isCharged: false });
  for (let n = 0; n < 4; n++) await addUpload();
  await emit(4);
  await db.query('delete from deliveries');
  const taken = await db.atomically(async (trx) => {
    for (const plan of ['hashjoin', 'mergejoin', 'hashagg', 'material', 'memoize', 'sort'])
      await trx.query(`set local enable_${plan} = off`);
    const wanted = { kinds: ['many'], now: due, limit: 2 };
    return {
      tasks: (await takeDueTasks(trx, wanted, { owner: randomUUID(), seconds: 60 })).length,
      mails: (await takeDueMails(trx, 'others', { limit: 2, leaseSeconds: 60 })).length,
      uploads: await deleteUnusedUploads(trx, later(), 2),
      events: await deleteOldEvents(trx, 'events', later(), 2),
    };
  });
  assert.deepEqual(taken, { tasks: 2, mails: 2, uploads: 2, events: 2 });
});

test('while one process makes the tables of the weeks, another one makes none', async () => {
  const done: string[] = [];
  await passes(
    db,
    (held) => alone(held, async () => void done.push('first')),
    () => alone(db, async () => void done.push('second')),
  );
  assert.deepEqual(done, ['first']);
});

/** Two transactions take from the same queue. The first stays open until the second has taken its entries. */
function bothTake<T>(take: (trx: Queryable) => Promise<T>): Promise<[T, T]> {
  const inOne = (to: Database) => to.atomically(take);
  return passes(db, inOne, () => inOne(db));
}

async function addWebhook(): Promise<string> {
  const body = { app_id: app.id, url: 'https://hooks.example/hook' };
  return (await perform(createWebhook(instance), db, owner, { body })).id;
}

async function emit(count: number): Promise<string[]> {
  const events = Array.from({ length: count }, () => ({
    id: instance.newId(),
    appId: app.id,
    type: 'invoice.paid' as const,
    invoiceId: null,
    sequence: null,
    data: {},
    createdAt: instance.clock.now(),
  }));
  await db.atomically((trx) => appendEvents(trx, events, instance.newId));
  return events.map(({ id }) => id);
}

async function addUpload(): Promise<string> {
  const name = `${randomUUID()}.png`;
  const picture = { contentType: 'image/png', size: 1, sourceHash: null, isKept: true } as const;
  await insertUpload(db, { name, ownerId: owner.id, ...picture, createdAt: instance.clock.now() });
  return name;
}

function later(): Date {
  return new Date(instance.clock.now().getTime() + 60_000);
}

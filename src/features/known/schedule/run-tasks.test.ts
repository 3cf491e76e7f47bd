// Tasks run when they are due by the service's clock. A queued task's effects commit exactly once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, test } from 'node:test';
import { until } from '../../../../test/rig/client.ts';
import { testDatabase } from '../../../../test/rig/database.ts';
import { createLog } from '../../../io/log.ts';
import { listJobRuns } from '../../../io/process/job-runs.ts';
import { runTasks, type TaskKinds } from './run-tasks.ts';
import { dailyAt, everyMillis, type QueuedTask, type RecurringTask } from './task-kinds.ts';
import { queueTasks } from './task-store.ts';

const database = await testDatabase();
const { db } = database;
let now = new Date('2027-03-01T12:00:00.000Z');
const clock = { now: () => now };
const parts = { db, clock, log: createLog('silent'), newSecretId: randomUUID };
const running: { stop(): Promise<void> }[] = [];
const work = async (kinds: Partial<TaskKinds>) => {
  const started = await runTasks(parts, { recurring: [], queued: [], ...kinds });
  running.push(started);
  return started;
};
const pass = (millis: number) => {
  now = new Date(now.getTime() + millis);
};

await db.query('create table effects (key text not null)');
const effects = async () =>
  (await db.query<{ key: string }>('select key from effects order by key')).map(({ key }) => key);
const waiting = async () => (await db.query(`select 1 from tasks where key <> ''`)).length;

/** Records each key that it runs with, after it calls `before`. */
function recording(before: (key: string) => void = () => undefined): QueuedTask {
  return {
    kind: 'recording',
    async run(trx, key) {
      await trx.query('insert into effects values ($1)', [key]);
      before(key);
      return null;
    },
  };
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await db.query('truncate tasks, effects');
});
after(() => database.drop());

test('a task is queued if and when its commit holds, and once however often it is queued', async () => {
  const failing = db.atomically(async (trx) => {
    await queueTasks(trx, 'recording', ['never'], now);
    throw new Error('taken back');
  });
  await assert.rejects(failing, /taken back/);
  await queueTasks(db, 'recording', ['one'], now);
  await queueTasks(db, 'recording', ['one', 'two'], now);
  await work({ queued: [recording()] });
  await until(async () => (await waiting()) === 0, 'all tasks to be done');
  assert.deepEqual(await effects(), ['one', 'two']);
});

test('two workers do each of many tasks once', async () => {
  const keys = Array.from({ length: 40 }, (_, index) => `task ${String(index).padStart(2, '0')}`);
  await queueTasks(db, 'recording', keys, now);
  await Promise.all([work({ queued: [recording()] }), work({ queued: [recording()] })]);
  await until(async () => (await waiting()) === 0, 'all tasks to be done');
  assert.deepEqual(await effects(), keys);
});

test('a task that fails leaves nothing behind, and is tried again after a pause of the service’s clock', async () => {
  let failures = 0;
  const failsTwice = recording(() => {
    failures += 1;
    if (failures <= 2) throw new Error('not yet');
  });
  await queueTasks(db, 'recording', ['patient'], now);
  await work({ queued: [failsTwice] });
  for (const [count, pause] of [
    [1, 5_000],
    [2, 10_000],
  ] as const) {
    const failed = async () => {
      const [task] = await db.query<{ failures: number; due_at: Date }>(
        'select failures, due_at from tasks where leased_by is null',
      );
      return task?.failures === count ? task : null;
    };
    const { due_at } = await until(failed, `failure ${count} to be recorded`);
    assert.equal(due_at.getTime() - now.getTime(), pause);
    assert.deepEqual(await effects(), []);
    pass(pause);
  }
  await until(async () => (await waiting()) === 0, 'the task to be done');
  assert.deepEqual([await effects(), failures], [['patient'], 3]);
});

test('a task that comes back later keeps its effects until then, and is not done before', async () => {
  const later = new Date(now.getTime() + 60_000);
  let runs = 0;
  const twice: QueuedTask = {
    kind: 'recording',
    async run(trx) {
      runs += 1;
      await trx.query('insert into effects values ($1)', [String(runs)]);
      return runs === 1 ? later : null;
    },
  };
  await queueTasks(db, 'recording', ['again'], now);
  await work({ queued: [twice] });
  const putBack = async () => (await db.query('select 1 from tasks where due_at = $1', [later])).length === 1;
  await until(putBack, 'the task to be put back');
  assert.deepEqual(await effects(), ['1']);
  pass(60_000);
  await until(async () => (await waiting()) === 0, 'the task to be done');
  assert.deepEqual(await effects(), ['1', '2']);
});

test('a worker whose lease went to another one commits nothing', async () => {
  const robbed: QueuedTask = {
    kind: 'recording',
    async run(trx, key) {
      await trx.query('insert into effects values ($1)', [`stale ${key}`]);
      await db.query('update tasks set leased_by = $1', [randomUUID()]);
      return null;
    },
  };
  await queueTasks(db, 'recording', ['one'], now);
  const first = await work({ queued: [robbed] });
  const isRobbed = async () =>
    (await db.query('select 1 from tasks where failures = 0 and leased_by is not null')).length === 1;
  await until(isRobbed, 'the task to be leased');
  await first.stop();
  assert.deepEqual(await effects(), []);
  await db.query('update tasks set leased_until = now()');
  await work({ queued: [recording()] });
  await until(async () => (await waiting()) === 0, 'the other worker to do it');
  assert.deepEqual(await effects(), ['one']);
});

test('one act on a schedule runs at the start and whenever its time has passed, by one worker at a time', async () => {
  let [runs, atOnce, mostAtOnce] = [0, 0, 0];
  const renewal: RecurringTask = {
    kind: 'renewal',
    ...everyMillis(3_600_000),
    async run() {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await db.query('select 1');
      runs += 1;
      atOnce -= 1;
    },
  };
  await Promise.all([work({ recurring: [renewal] }), work({ recurring: [renewal] })]);
  const isDueAt = (time: Date) => async () =>
    (await db.query('select 1 from tasks where due_at = $1 and leased_by is null', [time])).length === 1;
  await until(isDueAt(new Date(now.getTime() + 3_600_000)), 'its first run to be over');
  const before = runs;
  pass(3_600_000);
  await until(isDueAt(new Date(now.getTime() + 3_600_000)), 'its next run to be over');
  assert.deepEqual([runs, mostAtOnce], [before + 1, 1]);
  assert.equal(listJobRuns().get('renewal')?.goodAt?.getTime(), now.getTime());
});

test('a daily task is due at its hour, not at the start', () => {
  const { startsAtOnce, nextAfter } = dailyAt(3);
  assert.equal(startsAtOnce, false);
  const rows = [
    ['2027-03-01T02:59:59.999Z', '2027-03-01T03:00:00.000Z'],
    ['2027-03-01T03:00:00.000Z', '2027-03-02T03:00:00.000Z'],
    ['2027-12-31T12:00:00.000Z', '2028-01-01T03:00:00.000Z'],
  ] as const;
  for (const [from, next] of rows) assert.equal(nextAfter(new Date(from)).toISOString(), next);
});

test('a recurring task that fails is tried again soon, and a stop asks it to end', async () => {
  let runs = 0;
  const failsOnce: RecurringTask = {
    kind: 'failing',
    ...everyMillis(3_600_000),
    async run(signal) {
      runs += 1;
      if (runs === 1) throw new Error('once');
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
  };
  const worker = await work({ recurring: [failsOnce] });
  const failed = async () =>
    (await db.query('select 1 from tasks where failures = 1 and leased_by is null')).length === 1;
  await until(failed, 'the failure to be recorded');
  pass(5_000);
  await until(() => runs === 2, 'the second run');
  await worker.stop();
  const [task] = await db.query<{ due_at: Date; leased_by: string | null }>('select due_at, leased_by from tasks');
  assert.deepEqual([task?.due_at.getTime(), task?.leased_by], [now.getTime(), null]);
});

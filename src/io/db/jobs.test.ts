// Jobs exist if and when their commit does, are heard of at once, and run again when their work fails.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '../../../test/rig/database.ts';
import { createLog } from '../log.ts';
import { startJobs } from './jobs.ts';

const database = await testDatabase();
const options = { databaseUrl: database.url, queues: ['first', 'second', 'third', 'fourth'], log: createLog('silent') };
// Two processes that start at once install the same tables.
const [jobs, others] = await Promise.all([startJobs(options), startJobs(options)]);
after(async () => {
  await Promise.all([jobs.stop(), others.stop()]);
  await database.drop();
});

/** Collects what a queue hands over; `until` waits for so many. */
function collector() {
  const seen: number[] = [];
  let wake = () => {};
  return {
    seen,
    add(batch: readonly { n: number }[]) {
      seen.push(...batch.map((job) => job.n));
      wake();
    },
    async until(count: number) {
      while (seen.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return seen;
    },
  };
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ data: { n } }));

test('a job of a commit that failed never runs; one of a commit that held does, in whichever process works', async () => {
  const { add, until } = collector();
  const leave = await others.work<{ n: number }>('first', { batchSize: 10 }, async (batch) => add(batch));
  await assert.rejects(
    database.db.atomically(async (trx) => {
      await jobs.enqueue(trx, 'first', [{ data: { n: 1 } }]);
      throw new Error('no');
    }),
  );
  await database.db.atomically((trx) => jobs.enqueue(trx, 'first', [{ data: { n: 2 } }]));
  assert.deepEqual(await until(1), [2]);
  await leave();
});

test('many jobs come in batches, each of them once', async () => {
  const { add, until } = collector();
  const sizes: number[] = [];
  await database.db.atomically((trx) => jobs.enqueue(trx, 'second', numbered(450)));
  const leave = await jobs.work<{ n: number }>('second', { batchSize: 200 }, async (batch) => {
    sizes.push(batch.length);
    add(batch);
  });
  const seen = await until(450);
  assert.deepEqual(
    [...seen].sort((a, b) => a - b),
    numbered(450).map((job) => job.data.n),
  );
  assert.ok(sizes.every((size) => size <= 200));
  await leave();
});

test('a batch whose work fails is handed over again', async () => {
  const { add, until } = collector();
  let failures = 0;
  const leave = await jobs.work<{ n: number }>('third', { batchSize: 10 }, async (batch) => {
    if (failures++ === 0) throw new Error('the first time');
    add(batch);
  });
  await database.db.atomically((trx) => jobs.enqueue(trx, 'third', [{ data: { n: 7 } }]));
  assert.deepEqual(await until(1), [7]);
  await leave();
});

test('a job for later waits until then', async () => {
  const { add, until } = collector();
  const later = new Date(Date.now() + 3_600_000);
  await database.db.atomically((trx) =>
    jobs.enqueue(trx, 'fourth', [{ data: { n: 1 }, startAfter: later }, { data: { n: 2 } }]),
  );
  const leave = await jobs.work<{ n: number }>('fourth', { batchSize: 10 }, async (batch) => add(batch));
  assert.deepEqual(await until(1), [2]);
  await leave();
});

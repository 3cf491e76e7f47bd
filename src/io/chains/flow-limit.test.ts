// Requests start in order, as many at once as there are places, and the number of places follows the endpoints'
// capacity.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FlowLimit } from './flow-limit.ts';

interface Held {
  readonly started: number[];
  finish(at: number): Promise<void>;
}

/** Starts `count` acts that each end only when they are released. */
function hold(flow: FlowLimit, count: number): Held {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const runs = Array.from({ length: count }, (_, at) =>
    flow.run(() => {
      started.push(at);
      return new Promise<void>((resolve) => {
        ends[at] = resolve;
      });
    }),
  );
  return {
    started,
    finish: async (at) => {
      ends[at]?.();
      await runs[at];
    },
  };
}

test('no more acts start than there are places, and the rest follow in order', async () => {
  const flow = new FlowLimit({ start: 2, most: 2 });
  const held = hold(flow, 4);
  await Promise.resolve();
  assert.deepEqual(held.started, [0, 1]);
  await held.finish(1);
  assert.deepEqual(held.started, [0, 1, 2]);
  await held.finish(0);
  assert.deepEqual(held.started, [0, 1, 2, 3]);
  await Promise.all([held.finish(2), held.finish(3)]);
});

test('until the first refusal places grow by one for each success, up to the most', async () => {
  const flow = new FlowLimit({ start: 4, most: 6 });
  await flow.run(async () => {});
  assert.equal(flow.places, 5);
  for (let at = 0; at < 4; at += 1) await flow.run(async () => {});
  assert.equal(flow.places, 6);
});

test('after a refusal places grow by one for a round of successes, up to the most', async () => {
  const flow = new FlowLimit({ start: 8, most: 6 });
  flow.slowDown(performance.now(), 0);
  for (let at = 0; at < 5; at += 1) await flow.run(async () => {});
  assert.equal(flow.places, 5);
  for (let at = 0; at < 100; at += 1) await flow.run(async () => {});
  assert.equal(flow.places, 6);
});

test('places halve once for requests that were refused together, and never below one', async () => {
  const flow = new FlowLimit({ start: 8, most: 8 });
  const together = performance.now();
  flow.slowDown(together, 0);
  flow.slowDown(together - 1, 0);
  flow.slowDown(together - 1, 0);
  assert.equal(flow.places, 4);
  for (let at = 0; at < 10; at += 1) flow.slowDown(performance.now() + at, 0);
  assert.equal(flow.places, 1);
  await flow.run(async () => {});
});

test('a failed act gives its place back', async () => {
  const flow = new FlowLimit({ start: 1, most: 1 });
  await assert.rejects(
    flow.run(() => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await flow.run(async () => 'next'), 'next');
});

test('acts that waited through a pause still run', async () => {
  const flow = new FlowLimit({ start: 1, most: 1 });
  flow.slowDown(performance.now(), 500);
  let hasRun = false;
  const run = flow.run(async () => {
    hasRun = true;
  });
  await Promise.resolve();
  assert.equal(hasRun, false);
  // Keeps the process alive, because the flow limit never does.
  const alive = setInterval(() => {}, 10);
  await run;
  clearInterval(alive);
});

// The stream of an invoice's states: whoever reads gets the newest, and whoever does not read costs next to nothing.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { liveStream } from './live-stream.ts';

function setUp(t: TestContext) {
  let version = 0;
  let changed: () => void = () => undefined;
  let subscribed = false;
  const faults: unknown[] = [];
  let isBroken = false;
  const stream = liveStream({
    first: { version },
    async now() {
      if (isBroken) throw new Error('away');
      return { version, padding: 'x'.repeat(20_000) };
    },
    subscribe(callback) {
      changed = callback;
      subscribed = true;
      return () => {
        subscribed = false;
      };
    },
    onFault: (error) => faults.push(error),
  });
  t.after(async () => {
    // Its timer must be gone before another test puts its own clock in the place of the real one.
    if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve).destroy());
  });
  const change = async () => {
    version += 1;
    changed();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    stream,
    change,
    faults,
    breakDown: () => {
      isBroken = true;
    },
    isSubscribed: () => subscribed,
  };
}

function versionsIn(text: string): number[] {
  return [...text.matchAll(/"version":(\d+)/g)].map(([, version]) => Number(version));
}

test('a reader hears of each state, the first at once', async (t) => {
  const { stream, change } = setUp(t);
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  for (let i = 0; i < 3; i++) await change();
  assert.match(text, /^retry: \d+\nevent: invoice\ndata: \{/);
  assert.equal(versionsIn(text)[0], 0);
  assert.equal(versionsIn(text).at(-1), 3);
});

test('W40-slow-reader: what is not read is not heaped up, and who comes back gets the newest', async (t) => {
  const { stream, change } = setUp(t);
  for (let i = 0; i < 500; i++) await change();
  assert.ok(stream.readableLength < 200_000, `${stream.readableLength} bytes wait`);
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(versionsIn(text).at(-1), 500);
});

test('W40-no-reader: who reads nothing for two keep-alives is let go; who reads is kept', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const [idle, busy] = [setUp(t), setUp(t)];
  busy.stream.resume();
  for (const one of [idle, busy]) for (let i = 0; i < 20; i++) await one.change();
  for (let i = 0; i < 3; i++) {
    t.mock.timers.tick(15_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual([idle.stream.destroyed, idle.isSubscribed()], [true, false]);
  assert.deepEqual([busy.stream.destroyed, busy.isSubscribed()], [false, true]);
});

test('a state that cannot be read ends the stream, and is told', async (t) => {
  const { stream, change, breakDown, faults, isSubscribed } = setUp(t);
  stream.resume();
  await change();
  breakDown();
  await change();
  assert.equal(faults.length, 1);
  assert.deepEqual([stream.destroyed, isSubscribed()], [true, false]);
});

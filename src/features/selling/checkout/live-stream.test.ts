// The stream of an invoice's states: a reader gets the newest state, and a reader that stops reading uses little
// memory.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { BeatClock, eventText, LiveStream } from './live-stream.ts';

function setUp(t: TestContext) {
  const closed: string[] = [];
  const state = (version: number) => eventText({ version, padding: 'x'.repeat(20_000) });
  // The buffer of the reader: nothing more is accepted until it reads.
  const stream = new PassThrough({ highWaterMark: 1 });
  // A separate clock, because the shared clock of the process may already be running.
  const live = new LiveStream(stream, state(0), () => closed.push('closed'), new BeatClock());
  t.after(async () => {
    if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve).destroy());
  });
  const showUpTo = async (last: number) => {
    for (let version = 1; version <= last; version++) {
      live.show(state(version));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { stream, showUpTo, closed };
}

function versionsIn(text: string): number[] {
  return [...text.matchAll(/"version":(\d+)/g)].map(([, version]) => Number(version));
}

test('a reader receives each state, the first at once', async (t) => {
  const { stream, showUpTo } = setUp(t);
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await showUpTo(3);
  assert.match(text, /^retry: \d+\nevent: invoice\ndata: \{/);
  assert.deepEqual(versionsIn(text), [0, 1, 2, 3]);
});

test('a reader receives an event every few seconds that shows that the connection works', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { stream } = setUp(t);
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const read = () => new Promise((resolve) => setImmediate(resolve));
  await read();
  for (let i = 0; i < 2; i++) {
    t.mock.timers.tick(6_000);
    await read();
    await read();
  }
  assert.equal(text.match(/^event: beat\ndata: 1\n\n/gm)?.length, 2);
});

test('W40-slow-reader: unread states are not accumulated, and a reader that resumes gets the newest', async (t) => {
  const { stream, showUpTo } = setUp(t);
  await showUpTo(500);
  const waiting = stream.readableLength + stream.writableLength;
  assert.ok(waiting < 50_000, `${waiting} bytes wait`);
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(versionsIn(text), [0, 500]);
});

test('W40-no-reader: a reader that reads nothing for 30 seconds is disconnected; others stay', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const [idle, busy] = [setUp(t), setUp(t)];
  busy.stream.resume();
  for (const one of [idle, busy]) await one.showUpTo(20);
  for (let i = 0; i < 6; i++) {
    t.mock.timers.tick(6_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual([idle.stream.destroyed, idle.closed], [true, ['closed']]);
  assert.deepEqual([busy.stream.destroyed, busy.closed], [false, []]);
});

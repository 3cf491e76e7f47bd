// Readers of an invoice share one state: the number of reads per change, the readers that are notified, and the end of
// a stream.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { Overload } from '../../../core/problem.ts';
import type { WriteEvents } from '../../../io/http/edge/event-streams.ts';
import { sharedSnapshots } from './shared-snapshots.ts';

/** A source with reads that wait until the test releases them, and a clock that the test advances. */
function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const changed = new Map<string, () => void>();
  const waiting: (() => void)[] = [];
  const faults: unknown[] = [];
  const source = { reads: 0, version: 0, fault: null as Error | null, isKnown: true };
  const shared = sharedSnapshots({
    read: async () => {
      source.reads += 1;
      const { version } = source;
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (source.fault !== null) throw source.fault;
      return source.isKnown ? { version } : null;
    },
    subscribe(invoiceId, callback) {
      assert.equal(changed.has(invoiceId), false, 'one subscription, however many follow');
      changed.set(invoiceId, callback);
      return () => void changed.delete(invoiceId);
    },
    onFault: (error) => faults.push(error),
  });
  const settle = async (millis = 0) => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.tick(millis);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const letRead = async () => {
    for (const resolve of waiting.splice(0)) resolve();
    await settle();
  };
  const change = (invoiceId = 'a') => {
    source.version += 1;
    changed.get(invoiceId)?.();
  };
  return { shared, source, faults, changed, settle, letRead, change };
}

function connected(write: WriteEvents | null): PassThrough {
  const connection = new PassThrough();
  write?.(connection);
  return connection;
}

/** Collects the versions that a stream has sent. */
function listen(write: WriteEvents | null, connection = connected(write)): number[] {
  const versions: number[] = [];
  connection.setEncoding('utf8').on('data', (text: string) => {
    for (const [, version] of text.matchAll(/"version":(\d+)/g)) versions.push(Number(version));
  });
  return versions;
}

const nothing = () => undefined;

test('a thousand readers cost one read, and changes during it cost one more', async (t) => {
  const { shared, source, settle, letRead, change } = setUp(t);
  const following = Promise.all(Array.from({ length: 1_000 }, () => shared.follow('a', nothing)));
  await letRead();
  const heard = (await following).map((one) => listen(one));
  assert.equal(source.reads, 1);
  await settle(10_000);
  for (let i = 0; i < 50; i++) change();
  await settle();
  assert.equal(source.reads, 2, 'one read in flight');
  for (let i = 0; i < 50; i++) change();
  await letRead();
  await settle(10_000);
  await letRead();
  assert.equal(source.reads, 3, 'and one after it');
  for (let turn = 0; turn < 60; turn++) await settle(20);
  assert.deepEqual(new Set(heard.map((versions) => versions.at(-1))), new Set([100]));
  await settle(10_000);
  assert.equal(source.reads, 3);
});

test('a later reader gets the known state at once, without a read', async (t) => {
  const { shared, source, letRead, change, settle } = setUp(t);
  const first = shared.follow('a', nothing);
  await letRead();
  listen(await first);
  const late = listen(await shared.follow('a', nothing));
  await settle();
  assert.deepEqual([source.reads, late], [1, [0]]);
  await settle(1_000);
  change();
  await letRead();
  await settle(20);
  assert.deepEqual(late, [0, 1]);
});

test('many readers are served a few at a time, and do not delay the reader of another invoice', async (t) => {
  const { shared, source, settle, letRead, change } = setUp(t);
  const following = Promise.all(Array.from({ length: 500 }, () => shared.follow('crowd', nothing)));
  const single = shared.follow('single', nothing);
  await letRead();
  const [crowd, other] = [(await following).map((one) => listen(one)), listen(await single)];
  await settle(10_000);
  change('crowd');
  await letRead();
  const countServed = () => crowd.filter((versions) => versions.length === 2).length;
  // On a busy machine the first of them get their turn later.
  for (let round = 0; round < 100 && countServed() === 0; round++) await settle();
  const served = countServed();
  assert.ok(served > 0 && served < 500, `${served} at once`);
  change('single');
  await letRead();
  await settle(20);
  // The clock does not advance, so no further readers are served meanwhile.
  for (let round = 0; round < 100 && other.length < 2; round++) await settle();
  assert.deepEqual(other, [0, source.version]);
  assert.ok(crowd.some((versions) => versions.length === 1));
});

test('the last reader ends the subscription; an unknown invoice and an error leave no state', async (t) => {
  const { shared, source, faults, changed, letRead } = setUp(t);
  const closed: string[] = [];
  const both = Promise.all([shared.follow('a', () => closed.push('a')), shared.follow('a', () => closed.push('a'))]);
  await letRead();
  const [one, other] = (await both).map(connected);
  one?.destroy();
  await letRead();
  assert.deepEqual([closed, changed.size], [['a'], 1]);
  other?.destroy();
  await letRead();
  assert.deepEqual([closed, changed.size], [['a', 'a'], 0]);
  // A reader that disconnects during the first read is removed too.
  const gone = shared.follow('a', () => closed.push('gone'));
  await letRead();
  (await gone)?.(new PassThrough().destroy());
  assert.deepEqual([closed, changed.size], [['a', 'a', 'gone'], 0]);
  source.isKnown = false;
  const unknown = shared.follow('b', nothing);
  await letRead();
  assert.deepEqual([await unknown, changed.size], [null, 0]);
  source.fault = new Error('away');
  const failing = assert.rejects(shared.follow('c', nothing), /away/);
  await letRead();
  await failing;
  assert.deepEqual([changed.size, faults.length], [0, 1]);
});

test('a failed read ends the streams and is reported; on overload it is tried again', async (t) => {
  const { shared, source, faults, changed, settle, letRead, change } = setUp(t);
  const following = shared.follow('a', nothing);
  await letRead();
  const stream = connected(await following);
  const heard = listen(null, stream);
  await settle(1_000);
  source.fault = new Overload('too many', 1);
  change();
  await letRead();
  source.fault = null;
  await settle(1_000);
  await settle(1_000);
  await letRead();
  await settle(20);
  assert.deepEqual([heard, faults], [[0, 1], []]);
  await settle(1_000);
  source.fault = new Error('away');
  change();
  await letRead();
  assert.deepEqual([stream.destroyed, changed.size, faults.length], [true, 0, 1]);
});

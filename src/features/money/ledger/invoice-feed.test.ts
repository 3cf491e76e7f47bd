// Subscribers of an invoice learn of changes by polling once a second if no notification arrives.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Instance } from '../../instance.ts';
import { startInvoiceFeed } from './invoice-feed.ts';

/** A feed that polls `marks`, with a clock that the test advances. */
async function setUp(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const marks = new Map<string, string>();
  const heard = { onGap: () => undefined as unknown };
  const query = async (_text: string, [ids]: [readonly string[]]) =>
    ids.flatMap((id) => (marks.has(id) ? [{ id, mark: marks.get(id) }] : []));
  const db = {
    publicReads: { query },
    listen: async (_channel: string, _onMessage: unknown, onGap: () => unknown) => {
      heard.onGap = onGap;
      return async () => undefined;
    },
  };
  const feed = await startInvoiceFeed({ db, log: { debug: assert.fail } } as unknown as Instance);
  t.after(() => feed.stop());
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const look = async () => {
    t.mock.timers.tick(1_000);
    await settle();
  };
  return { feed, marks, look, heard, settle };
}

test('a change between the first read of an invoice and the first poll notifies the subscriber', async (t) => {
  const { feed, marks, look, heard, settle } = await setUp(t);
  let notified = 0;
  marks.set('a', '5');
  const stop = feed.subscribe('a', () => notified++);
  feed.wasRead('a', 5n);
  marks.set('a', '6');
  await look();
  assert.equal(notified, 1);
  feed.wasRead('a', 6n);
  await look();
  assert.equal(notified, 1, 'once');
  // The feed also polls after the database connection for notifications was lost.
  stop();
  feed.subscribe('a', () => notified++);
  feed.wasRead('a', 6n);
  marks.set('a', '7');
  heard.onGap();
  await settle();
  assert.equal(notified, 2);
});

test('an unchanged invoice notifies no subscriber, and a subscriber that left leaves no state', async (t) => {
  const { feed, marks, look } = await setUp(t);
  let notified = 0;
  marks.set('a', '5');
  const stop = feed.subscribe('a', () => notified++);
  feed.wasRead('a', 5n);
  await look();
  await look();
  assert.equal(notified, 0);
  // A poll that finishes late read the state before this change.
  marks.set('a', '6');
  await look();
  feed.wasRead('a', 5n);
  await look();
  assert.equal(notified, 1);
  stop();
  feed.wasRead('a', 4n);
  feed.subscribe('a', () => notified++);
  await look();
  assert.equal(notified, 1);
});

// A listener receives notifications, and learns when it may have missed some.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../../test/rig/database.ts';
import { openNotifications } from './notifications.ts';

let rig: TestDatabase;
before(async () => {
  rig = await testDatabase();
});
after(() => rig.drop());

const say = (channel: string, payload: string) => rig.db.query('select pg_notify($1, $2)', [channel, payload]);

test('a listener hears its own channel until it stops listening', async () => {
  const heard: string[] = [];
  let arrived = Promise.withResolvers<void>();
  const stopFirst = await rig.db.listen('first', (payload) => heard.push(payload), assert.fail);
  const stopOther = await rig.db.listen(
    'Other channel',
    (payload) => {
      heard.push(payload);
      arrived.resolve();
    },
    assert.fail,
  );
  await say('first', 'one');
  await say('Other channel', 'two');
  await arrived.promise;
  assert.deepEqual(heard, ['one', 'two']);

  await stopFirst();
  arrived = Promise.withResolvers();
  await say('first', 'unheard');
  await say('Other channel', 'three');
  await arrived.promise;
  assert.deepEqual(heard, ['one', 'two', 'three']);
  await stopOther();
});

test('F18-lost-connection: a listener that lost its connection is told of the gap once it hears again', async () => {
  const gap = Promise.withResolvers<void>();
  const message = Promise.withResolvers<string>();
  const stop = await rig.db.listen('steady', message.resolve, gap.resolve);
  await rig.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like '% listen'`,
  );
  await gap.promise;
  await say('steady', 'after the gap');
  assert.equal(await message.promise, 'after the gap');
  await stop();
});

test('a listener that throws does not silence the others', async () => {
  const faults: Error[] = [];
  const notifications = openNotifications({
    url: rig.url,
    applicationName: 'test',
    onError: (error) => faults.push(error),
  });
  const message = Promise.withResolvers<string>();
  await notifications.listen(
    'shared',
    () => {
      throw new Error('mine');
    },
    assert.fail,
  );
  await notifications.listen('shared', message.resolve, assert.fail);
  await say('shared', 'heard');
  assert.equal(await message.promise, 'heard');
  assert.deepEqual(
    faults.map((fault) => fault.message),
    ['mine'],
  );
  await notifications.close();
});

// Workers are killed again and again while receivers fail in every way: no event is lost or altered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chance } from '../rig/faults.ts';
import { deliverThroughKills } from '../rig/webhooks/killed-deliveries.ts';

const events = 1_000;

test('a thousand events arrive through killed workers and failing receivers, each with one id and body', async () => {
  const luck = chance();
  const told = await deliverThroughKills({ events, kills: 3 }, luck);
  assert.deepEqual([told.arrived, told.recorded], [events, events], `CRASH_SEED=${luck.seed}`);
  assert.ok(told.requests > events, 'there were repeats');
});

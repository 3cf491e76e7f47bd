// A watcher is unhealthy if no loop ran for a minute, whether its thread is dead or frozen. One slow network of several
// does not make it unhealthy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LoopTurns, watcherFault, watcherHealth } from './watcher-pulse.ts';

test('a watcher is unhealthy once none of its loops has turned for a minute', () => {
  let now = 0;
  const turns = new LoopTurns(() => now);
  const health = watcherHealth(() => now);
  const pulse = () => health.hear({ turned: turns.ages(), pools: [] });
  const steps: readonly [number, string[], boolean, boolean][] = [
    // The second, the loops that run, whether the thread sends pulses, and whether it is healthy then.
    [59, [], false, true],
    [61, [], false, false],
    [62, ['ethereum', 'base'], true, true],
    [130, ['base'], true, true],
    [189, [], true, true],
    [191, [], true, false],
    [192, ['ethereum'], true, true],
    // The thread is gone, so its last pulse grows old.
    [251, [], false, true],
    [253, [], false, false],
  ];
  for (const [second, turning, tells, isHealthy] of steps) {
    now = second * 1000;
    for (const loop of turning) turns.turn(loop);
    if (tells) pulse();
    assert.equal(watcherFault(health) === null, isHealthy, `at ${second} s`);
  }
  assert.equal(watcherFault(null), null);
});

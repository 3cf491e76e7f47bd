// A crowd is served in batches, in its order of arrival, and a single caller at once.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { paced } from './pacing.ts';

/** Serves up to 20 numbers at once. `arrive` adds more. */
function crowd() {
  const waiting: number[] = [];
  const served: number[] = [];
  let came = 0;
  const serveSome = paced(
    () => 20,
    () => {
      const next = waiting.shift();
      if (next !== undefined) served.push(next);
      return next !== undefined;
    },
  );
  return {
    served,
    arrive(many: number) {
      for (let one = 0; one < many; one += 1) {
        waiting.push(came++);
        serveSome();
      }
    },
  };
}

test('of a crowd 20 are served at once, and 20 more every 20 milliseconds, in the order in which they came', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { served, arrive } = crowd();
    arrive(50);
    assert.equal(served.length, 20);
    mock.timers.tick(19);
    assert.equal(served.length, 20);
    mock.timers.tick(1);
    assert.equal(served.length, 40);
    arrive(1);
    assert.equal(served.length, 40);
    mock.timers.tick(20);
    assert.deepEqual(served, [...Array(51).keys()]);
  } finally {
    mock.timers.reset();
  }
});

test('who comes when nobody waits is served at once', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { served, arrive } = crowd();
    for (let came = 1; came <= 3; came += 1) {
      arrive(1);
      assert.equal(served.length, came);
      mock.timers.tick(20);
    }
  } finally {
    mock.timers.reset();
  }
});

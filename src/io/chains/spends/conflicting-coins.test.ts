// A new chain transaction has a coin of every earlier one, or there is none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conflictingCoins, conflictsWithEach } from './conflicting-coins.ts';

const coins = [
  { name: 'a', amount: 5n },
  { name: 'b', amount: 9n },
  { name: 'c', amount: 1n },
];

const table: readonly (readonly [earlier: readonly string[][], chosen: readonly string[] | null])[] = [
  [[], []],
  [[['a', 'b']], ['b']],
  [
    [['a'], ['b']],
    ['a', 'b'],
  ],
  [
    [['a', 'b'], ['b', 'c'], ['c']],
    ['b', 'c'],
  ],
  [
    [
      ['a', 'c'],
      ['b', 'c'],
    ],
    ['c'],
  ],
  [[['a'], ['gone']], null],
  [[['gone', 'c']], ['c']],
  [[[]], null],
];

test('the chosen coins have one of each earlier transaction, or none are chosen', () => {
  for (const [earlier, wanted] of table) {
    const chosen = conflictingCoins(coins, earlier);
    assert.deepEqual(chosen === null ? null : [...chosen].toSorted(), wanted, JSON.stringify(earlier));
    if (chosen !== null) assert.ok(conflictsWithEach([...chosen], earlier));
    else assert.ok(!conflictsWithEach(['a', 'b', 'c'], earlier));
  }
});

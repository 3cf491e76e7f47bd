// A table of short keys gives the same answers as a plain set, whether it was sized in advance or grew.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/rig/chance/properties.ts';
import { KeyTable } from './key-table.ts';

/** Few different words, including zero, so that keys collide with each other and resemble free slots. */
const key = fc.array(fc.constantFrom(0, 1, 2, 0xffff_ffff), { minLength: 5, maxLength: 5 });

function ask(table: KeyTable, words: readonly number[], what: 'add' | 'has'): boolean {
  table.entry.set(words);
  return table[what]();
}

test('it contains the added keys only; a key of zeros is never in it', () => {
  fc.assert(
    fc.property(fc.array(key), fc.array(key), fc.nat(2_000), (added, asked, room) => {
      const table = new KeyTable(5);
      table.reserve(room);
      const set = new Set<string>();
      for (const one of [...added, ...added].filter((words) => words.some((word) => word !== 0))) {
        assert.equal(ask(table, one, 'add'), !set.has(one.join()));
        set.add(one.join());
      }
      assert.equal(table.size, set.size);
      for (const one of [...added, ...asked, [0, 0, 0, 0, 0]])
        assert.equal(ask(table, one, 'has'), set.has(one.join()), one.join());
    }),
    { numRuns: 50 },
  );
});

test('a later reservation keeps the keys, and more keys than reserved fit in', () => {
  const table = new KeyTable(2);
  const add = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) assert.ok(ask(table, [at, 7], 'add'));
  };
  add(1, 3_000);
  table.reserve(5_000);
  add(3_000, 20_000);
  assert.equal(table.size, 19_999);
  for (let at = 1; at < 40_000; at += 1) assert.equal(ask(table, [at, 7], 'has'), at < 20_000);
});

// One endpoint alone neither makes a payment nor undoes one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type BlockVerdict, type Testimony, weighBlock, weighHeader } from './votes.ts';

function words(...hashes: readonly (string | null)[]) {
  return hashes.map((hash, at) => ({ witness: `w${at}`, hash }));
}

function told(...readings: readonly (readonly string[])[]): Testimony[] {
  return readings.map((transfers, at) => ({ witness: `w${at}`, transfers: new Set(transfers) }));
}

test('a block stands while more endpoints name it than name another (B25, B26)', () => {
  const cases: [readonly (string | null)[], string, readonly string[]][] = [
    [[], 'unheard', []],
    [[null, null], 'unheard', []],
    [['ours'], 'agreed', []],
    [['ours', null], 'agreed', []],
    [['other'], 'outvoted', ['w0']],
    [['ours', 'other'], 'split', ['w1']],
    [['ours', 'other', null], 'split', ['w1']],
    [['ours', 'ours', 'other'], 'agreed', ['w2']],
    [['ours', 'other', 'another'], 'outvoted', ['w1', 'w2']],
  ];
  for (const [hashes, kind, against] of cases)
    assert.deepEqual(weighHeader('ours', words(...hashes)), { kind, against }, JSON.stringify(hashes));
});

test('a transfer that most tell of is recorded, one that most know nothing of is not, and a tie changes nothing (B16, B17)', () => {
  const nothing: BlockVerdict = { missing: [], invented: [], disputed: [], liars: [] };
  const cases: [string[], string[][], Partial<BlockVerdict>][] = [
    [[], [], {}],
    [['a'], [], {}],
    [['a'], [['a'], ['a']], {}],
    [[], [['a'], ['a'], []], { missing: ['a'], liars: ['w2'] }],
    [['a'], [['a'], [], []], { invented: ['a'], liars: ['w0'] }],
    [['a'], [[], []], { invented: ['a'] }],
    [[], [['a'], ['a']], { missing: ['a'] }],
    [[], [['a'], []], { disputed: ['a'] }],
    [['a'], [['a'], []], { disputed: ['a'] }],
    [['a'], [[]], { disputed: ['a'] }],
    [[], [['a']], { disputed: ['a'] }],
    [['a'], [['a']], {}],
    [['a', 'b'], [['a'], ['a', 'c'], ['a', 'c']], { missing: ['c'], invented: ['b'], liars: ['w0'] }],
  ];
  for (const [recorded, readings, verdict] of cases)
    assert.deepEqual(
      weighBlock(new Set(recorded), told(...readings)),
      { ...nothing, ...verdict },
      JSON.stringify([recorded, readings]),
    );
});

test('whatever is said, a single endpoint changes nothing that is recorded', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
  fc.assert(
    fc.property(names, fc.array(names, { maxLength: 5 }), names, (recorded, honest, lie) => {
      const before = new Set(recorded);
      const alone = weighBlock(before, told(lie));
      assert.deepEqual([alone.missing, alone.invented], [[], []]);
      const truthful = honest.map(() => recorded);
      const among = weighBlock(before, told(lie, ...truthful));
      assert.deepEqual([among.missing, among.invented], [[], []]);
      assert.ok(among.liars.every((liar) => liar === 'w0'));
    }),
  );
});

// A single endpoint can neither create a payment nor undo one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import {
  agreedAnswer,
  type BlockTally,
  type BlockVote,
  countBlockVotes,
  countHeaderVotes,
  lackingBlock,
  mayBeginAt,
  upToDate,
  voicesNeeded,
} from './votes.ts';

function words(...hashes: readonly (string | null)[]) {
  return hashes.map((hash, at) => ({ endpoint: `w${at}`, hash }));
}

function votes(...readings: readonly (readonly string[])[]): BlockVote[] {
  return readings.map((transfers, at) => ({ endpoint: `w${at}`, transfers: new Set(transfers) }));
}

test('a block stays while more endpoints name it than name another (B25, B26)', () => {
  const cases: [readonly (string | null)[], string, readonly string[]][] = [
    [[], 'unanswered', []],
    [[null, null], 'unanswered', []],
    [['ours'], 'agreed', []],
    [['ours', null], 'agreed', []],
    [['other'], 'outvoted', ['w0']],
    [['ours', 'other'], 'split', ['w1']],
    [['ours', 'other', null], 'split', ['w1']],
    [['ours', 'ours', 'other'], 'agreed', ['w2']],
    [['ours', 'other', 'another'], 'outvoted', ['w1', 'w2']],
  ];
  for (const [hashes, kind, against] of cases)
    assert.deepEqual(countHeaderVotes('ours', words(...hashes)), { kind, against }, JSON.stringify(hashes));
});

test('a block that more endpoints lack than have confirms nothing', () => {
  const cases: [readonly (string | null)[], readonly string[]][] = [
    [[], []],
    [['ours'], []],
    [[null], ['w0']],
    [['ours', null], []],
    [
      ['ours', null, null],
      ['w1', 'w2'],
    ],
    [['ours', 'ours', null], []],
    // A different block at this height is decided by the votes on the block itself.
    [['ours', 'other', null], []],
    [['other', 'other', 'ours'], []],
  ];
  for (const [hashes, lacking] of cases)
    assert.deepEqual(lackingBlock('ours', words(...hashes)), lacking, JSON.stringify(hashes));
});

test('a network is begun at a block that most endpoints have', () => {
  const cases: [readonly (string | null)[], boolean][] = [
    [[], true],
    [['ours'], true],
    [['ours', null], true],
    [['ours', 'other'], false],
    [['ours', null, null], false],
    [['ours', 'ours', null], true],
    [['ours', 'ours', 'other'], true],
    [['ours', 'other', 'other'], false],
    [['other', 'other'], false],
    [[null, null], false],
  ];
  for (const [hashes, expected] of cases)
    assert.equal(mayBeginAt('ours', words(...hashes)), expected, JSON.stringify(hashes));
});

test('a head that one endpoint alone shows takes no vote from two others', () => {
  const cases: [heights: readonly number[], current: readonly number[]][] = [
    [[], []],
    [[7], [7]],
    [
      [7, 7, 300],
      [7, 7, 300],
    ],
    [
      [300, 7, 7],
      [300, 7, 7],
    ],
    [
      [1, 7, 7],
      [7, 7],
    ],
    [
      [1, 7, 300],
      [7, 300],
    ],
    [
      [1, 1, 300],
      [1, 1, 300],
    ],
    [
      [7, 10],
      [7, 10],
    ],
    [[7, 11], [11]],
    [
      [1, 6, 9, 9],
      [6, 9, 9],
    ],
  ];
  for (const [heights, current] of cases) {
    const votes = heights.map((number) => ({ head: { number, time: number * 12 } }));
    const left = upToDate(votes).map(({ head }) => head.number);
    assert.deepEqual(left, current, JSON.stringify(heights));
  }
  const fast = [1, 9, 9].map((number) => ({ head: { number, time: Math.floor(number / 4) } }));
  assert.equal(upToDate(fast).length, 3, 'eight blocks are two seconds there');
});

test('the majority decides whether a transfer is recorded, and a tie changes nothing (B16, B17)', () => {
  const nothing: BlockTally = { missing: [], invented: [], disputed: [], outliers: [] };
  const cases: [string[], string[][], Partial<BlockTally>][] = [
    [[], [], {}],
    [['a'], [], {}],
    [['a'], [['a'], ['a']], {}],
    [[], [['a'], ['a'], []], { missing: ['a'], outliers: ['w2'] }],
    [['a'], [['a'], [], []], { invented: ['a'], outliers: ['w0'] }],
    [['a'], [[], []], { invented: ['a'] }],
    [[], [['a'], ['a']], { missing: ['a'] }],
    [[], [['a'], []], { disputed: ['a'] }],
    [['a'], [['a'], []], { disputed: ['a'] }],
    [['a'], [[]], { disputed: ['a'] }],
    [[], [['a']], { disputed: ['a'] }],
    [['a'], [['a']], {}],
    [['a', 'b'], [['a'], ['a', 'c'], ['a', 'c']], { missing: ['c'], invented: ['b'], outliers: ['w0'] }],
  ];
  for (const [recorded, readings, tally] of cases)
    assert.deepEqual(
      countBlockVotes(new Set(recorded), votes(...readings)),
      { ...nothing, ...tally },
      JSON.stringify([recorded, readings]),
    );
});

test('an endpoint without the data has no vote, and is no outlier (S11)', () => {
  const blind = (endpoint: string, seen: readonly string[], blindTo: readonly string[]): BlockVote => ({
    endpoint,
    transfers: new Set(seen),
    blindTo: new Set(blindTo),
  });
  const nothing: BlockTally = { missing: [], invented: [], disputed: [], outliers: [] };
  const alone = [blind('w0', ['a', 't'], []), blind('w1', ['a'], ['t']), blind('w2', ['a'], ['t'])];
  assert.deepEqual(countBlockVotes(new Set(['a', 't']), alone), nothing);
  // Only one endpoint reports it, which is not enough to record it.
  assert.deepEqual(countBlockVotes(new Set(['a']), alone), { ...nothing, disputed: ['t'] });
  const two = [...alone, blind('w3', ['a', 't'], [])];
  assert.deepEqual(countBlockVotes(new Set(['a']), two), { ...nothing, missing: ['t'] });
  // No endpoint that can see it was asked.
  assert.deepEqual(countBlockVotes(new Set(['a', 't']), alone.slice(1)), nothing);
  const liar = [blind('w0', ['a', 't'], []), blind('w1', ['a'], []), blind('w2', ['a'], []), blind('w3', ['a'], ['t'])];
  assert.deepEqual(countBlockVotes(new Set(['a', 't']), liar), { ...nothing, invented: ['t'], outliers: ['w0'] });
});

test('whatever is said, a single endpoint changes nothing that is recorded', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
  fc.assert(
    fc.property(names, fc.array(names, { maxLength: 5 }), names, (recorded, honest, lie) => {
      const before = new Set(recorded);
      const alone = countBlockVotes(before, votes(lie));
      assert.deepEqual([alone.missing, alone.invented], [[], []]);
      const truthful = honest.map(() => recorded);
      const among = countBlockVotes(before, votes(lie, ...truthful));
      assert.deepEqual([among.missing, among.invented], [[], []]);
      assert.ok(among.outliers.every((outlier) => outlier === 'w0'));
    }),
  );
});

test('an answer is believed where two of several endpoints, or a quorum, and most give it', () => {
  const cases: [answers: readonly (string | null)[], quorum: number | null, agreed: string | null][] = [
    [['yes'], null, 'yes'],
    [[null], null, null],
    [['yes'], 2, null],
    [['yes', 'yes'], null, 'yes'],
    [['yes', 'no'], null, null],
    [['yes', null], null, null],
    [['yes', 'yes', 'no'], null, 'yes'],
    [['yes', 'yes', null], 3, null],
    [['yes', 'yes', 'no', 'no'], null, null],
    [['yes', 'yes', 'yes', 'no', 'no'], 3, 'yes'],
  ];
  for (const [answers, quorum, agreed] of cases)
    assert.equal(agreedAnswer(answers, voicesNeeded(answers.length, quorum)), agreed, JSON.stringify(answers));
  assert.deepEqual(agreedAnswer([{ block: 1 }, { block: 1 }, { block: 2 }], 2), { block: 1 });
});

// If too few endpoints provide a kind of evidence for the quorum, this is reported before a payment waits for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EvidenceKind, saysTooFew, tooFew } from './capabilities.ts';

const two = { quorum: { endpoints: 2, from: '100', currency: 'USD' } };

test('a kind is named where fewer endpoints see it than the quorum asks for (S11)', () => {
  const cases: readonly (readonly [
    readonly (readonly EvidenceKind[])[],
    readonly (readonly [EvidenceKind, number])[],
  ])[] = [
    [[[], [], []], []],
    [[[], ['internal'], []], []],
    [[[], ['internal'], ['internal']], [['internal', 1]]],
    [
      [['logs', 'internal'], ['internal']],
      [
        ['logs', 1],
        ['internal', 0],
      ],
    ],
  ];
  for (const [lacks, named] of cases)
    assert.deepEqual(
      tooFew(two, lacks).map(({ kind, endpoints }) => [kind, endpoints]),
      named,
    );
  assert.deepEqual(tooFew({ quorum: null }, [['internal'], ['internal']]), []);
});

test('it is said in one sentence, with the amount from which payments wait', () => {
  assert.equal(
    saysTooFew(two, { kind: 'internal', endpoints: 1 }),
    '1 of its endpoints sees internal transfers (internal), and its quorum requires 2: ' +
      'such payments of at least 100 USD wait',
  );
});

// If too few endpoints provide a kind of evidence for the quorum, this is reported before a payment waits for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeTooFew, type EvidenceKind, tooFew } from './capabilities.ts';

const two = { quorum: { endpoints: 2, from: '100', currency: 'USD' } };

test('a kind of evidence is reported if fewer endpoints provide it than the quorum requires (S11)', () => {
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

test('the report is one sentence with the amount from which payments wait', () => {
  assert.equal(
    describeTooFew(two, { kind: 'internal', endpoints: 1 }),
    '1 of its endpoints sees internal transfers (internal), and its quorum requires 2: ' +
      'such payments of at least 100 USD wait',
  );
});

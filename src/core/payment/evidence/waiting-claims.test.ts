// Which claim is dropped when an attempt already has the most waiting claims.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimThatGivesWay, type WaitingClaim } from './waiting-claims.ts';

const quoted = 1_000_000n;
const stranger = 7;
const customer = 8;

type Facts = Partial<Omit<WaitingClaim, 'id' | 'createdAt'>>;
const claim = (id: string, minute: number, facts: Facts): WaitingClaim => ({
  id,
  isProved: false,
  amount: null,
  isWorthless: false,
  visitor: stranger,
  ...facts,
  createdAt: new Date(minute * 60_000),
});
/** Ten claims of one kind, oldest first: c0 to c9. */
const ten = (facts: Facts) => Array.from({ length: 10 }, (_, place) => claim(`c${place}`, place, facts));
const dust = { amount: 1n };
const near = { amount: 950_000n };
const unseen = { amount: null };
const eachOfAnother = ten(unseen).map((one, place) => ({ ...one, visitor: 100 + place }));

for (const [name, waiting, added, gives] of [
  ['dust gives way to nearly the whole quote', ten(dust), { ...near, visitor: customer }, 'c0'],
  ['dust gives way to a payment that no block has yet', ten(dust), { ...unseen, visitor: customer }, 'c0'],
  ['dust gives way to a part of the quote, whoever claims it', ten(dust), { amount: 400_000n }, 'c0'],
  ['what is worthless in another coin gives way', ten({ isWorthless: true }), { ...unseen, visitor: customer }, 'c0'],
  ['a payment that no block has gives way to nearly the quote', ten(unseen), { ...near, visitor: stranger }, 'c0'],
  ['nearly the quote gives way to a signature', ten(near), { isProved: true, visitor: stranger }, 'c0'],
  ['a signature gives way to nothing of less evidence', ten({ isProved: true }), { ...near, visitor: customer }, null],
  ['nearly the quote does not give way to dust', ten(near), { ...dust, visitor: customer }, null],
  ['of equal evidence, the oldest of the visitor with the most', ten(unseen), { ...unseen, visitor: customer }, 'c0'],
  ['of equal evidence, not to the visitor who has them all', ten(unseen), unseen, null],
  ['of equal evidence, none of visitors with one claim each', eachOfAnother, { ...unseen, visitor: customer }, null],
  ['a visitor that is not known counts as one', ten({ ...unseen, visitor: null }), { ...unseen, visitor: null }, null],
  ['the weakest gives way, not the oldest', [claim('a', 0, near), claim('b', 1, dust)], unseen, 'b'],
] satisfies [string, WaitingClaim[], Facts, string | null][]) {
  test(`the claim that gives way: ${name}`, () => {
    assert.equal(claimThatGivesWay(waiting, claim('added', 60, added), quoted), gives);
  });
}

test('the claim that gives way: two visitors that claim in turns end with five each, whoever began', () => {
  let waiting: WaitingClaim[] = ten(unseen);
  for (let round = 0; round < 40; round += 1) {
    const added = claim(`n${round}`, 60 + round, { ...unseen, visitor: round % 2 === 0 ? customer : stranger });
    const gives = claimThatGivesWay(waiting, added, quoted);
    if (gives !== null) waiting = [...waiting.filter(({ id }) => id !== gives), added];
  }
  assert.deepEqual([waiting.length, waiting.filter(({ visitor }) => visitor === customer).length], [10, 5]);
});

test('the claim that gives way: an attempt without a quote compares signatures and dust alone', () => {
  const added = claim('added', 60, { amount: 5n, visitor: customer });
  assert.equal(claimThatGivesWay(ten({ isWorthless: true }), added, null), 'c0');
  assert.equal(claimThatGivesWay(ten({ amount: 10n ** 9n, visitor: customer }), added, null), null);
});

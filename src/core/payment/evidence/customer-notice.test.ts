// A customer's public page shows the customer's own waiting payments and reveals nothing about payments of others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Disclosure, disclosureOf } from './customer-notice.ts';
import type { Speaks } from './matching.ts';

/** Only one invoice, at an address that receives other payments too. */
const shared = { isOneTimeAddress: false, mayBeOthers: false, isAlone: false };

test('what came to an address that only this customer was shown is told whatever it was', () => {
  for (const mayBeOthers of [false, true])
    assert.equal(disclosureOf({ ...shared, mayBeOthers, isOneTimeAddress: true, speaks: [] }), 'everything');
});

test('what may be another customer’s as well is told to neither', () => {
  for (const speaks of [[], ['amount'], ['signature'], ['address', 'sender']] satisfies Speaks[][])
    assert.equal(disclosureOf({ ...shared, mayBeOthers: true, isAlone: true, speaks }), 'nothing');
});

test('where others are paid at the address, only what speaks for one attempt alone tells what came', () => {
  const rows: readonly (readonly [Speaks | null, Disclosure, Disclosure])[] = [
    // evidence          among others   alone
    ['amount', 'everything', 'everything'],
    ['signature', 'everything', 'everything'],
    ['near_amount', 'perhaps', 'everything'],
    ['sender', 'perhaps', 'everything'],
    ['address', 'perhaps', 'everything'],
    [null, 'perhaps', 'everything'],
  ];
  for (const [one, amongOthers, alone] of rows) {
    const speaks = one === null ? [] : [one];
    assert.equal(disclosureOf({ ...shared, speaks }), amongOthers, `${one} among others`);
    assert.equal(disclosureOf({ ...shared, speaks, isAlone: true }), alone, `${one} alone`);
  }
});

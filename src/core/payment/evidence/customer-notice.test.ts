// A customer's public page shows the customer's own waiting payments and reveals nothing about payments of others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Disclosure, disclosureOf } from './customer-notice.ts';
import type { Speaks } from './matching.ts';

/** Only one invoice, at an address that receives other payments too. */
const shared = { isOneTimeAddress: false, mayBeOthers: false, isAlone: false };

test('a payment to an address of this customer alone is always shown', () => {
  for (const mayBeOthers of [false, true])
    assert.equal(disclosureOf({ ...shared, mayBeOthers, isOneTimeAddress: true, speaks: [] }), 'everything');
});

test('a payment that may belong to another customer is shown to neither', () => {
  for (const speaks of [[], ['amount'], ['signature'], ['address', 'sender']] satisfies Speaks[][])
    assert.equal(disclosureOf({ ...shared, mayBeOthers: true, isAlone: true, speaks }), 'nothing');
});

test('on an address with other payments, only evidence for a single attempt reveals the payment', () => {
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

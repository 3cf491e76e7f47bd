// The announced confirmations follow the rules of the payment's network.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleNetwork, sampleTransaction } from '../../../test/rig/browser/sample-payment.ts';
import { checkoutTextsIn } from '../../../test/rig/words/locales.ts';
import { checkoutWords } from '../words/words.ts';
import { announcement, confirmationText } from './announcement.ts';
import type { Network, Transaction } from './payment-objects.ts';

const words = checkoutWords(...checkoutTextsIn('en'));

const seen = (facts: Partial<Network>, over: Partial<Transaction> = {}): Transaction => ({
  ...sampleTransaction,
  hash: 'ab',
  block: 100,
  confirmations: 1,
  network: { ...sampleNetwork, ...facts },
  ...over,
});
const mined: Partial<Network> = { has_mempool: true };
const solidified: Partial<Network> = { finality_term: 'solidified' };

test('whoever is done is told so, and may leave', () => {
  const told = announcement({ kind: 'accepted', inFlight: [seen(mined, { block: null })] }, words);
  assert.equal(told, 'The merchant has accepted your payment. You may leave this page.');
});

test('what is in no block yet counts nothing: it waits', () => {
  const waiting = { block: null, confirmations: 0 };
  assert.equal(confirmationText(seen(mined, waiting), words), 'Seen, waiting to be mined.');
  assert.equal(confirmationText(seen({}, waiting), words), 'Seen, waiting for a block.');
});

test('confirmations are counted up to those needed', () => {
  assert.equal(confirmationText(seen({}), words), '1 of 2 confirmations.');
  assert.equal(confirmationText(seen(mined, { confirmations: 7 }), words), '2 of 2 confirmations.');
  assert.equal(confirmationText(seen(mined, { required_confirmations: 1 }), words), '1 of 1 confirmation.');
});

test('deep enough, but not final: the customer is told what is still waited for', () => {
  const deep = { confirmations: 2, requires_finality: true };
  assert.equal(confirmationText(seen(solidified, deep), words), 'Waiting for a solidified block.');
  assert.equal(confirmationText(seen({}, deep), words), 'Waiting for its block to become final.');
  assert.equal(confirmationText(seen(solidified, { requires_finality: true }), words), '1 of 2 confirmations.');
});

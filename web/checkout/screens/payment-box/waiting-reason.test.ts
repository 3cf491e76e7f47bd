// The reason that the customer reads is true for the payment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleTransaction } from '../../../../test/rig/browser/sample-payment.ts';
import { checkoutTextsIn } from '../../../../test/rig/words/locales.ts';
import { checkoutWords } from '../../words/words.ts';
import { whyItWaits } from './waiting-reason.ts';

/** The text for a payment of `coin` on `network`, for an attempt in ETH on Local. */
const table: readonly (readonly [reason: string, coin: string, network: string, text: string])[] = [
  ['wrong_asset', 'USDC', 'Local', 'This invoice asks for ETH.'],
  ['wrong_asset', 'ETH', 'Local', ''],
  ['wrong_network', 'ETH', 'Base', 'This invoice asks for it on Local.'],
  ['wrong_network', 'ETH', 'Local', ''],
  ['held', 'ETH', 'Local', 'It arrived after the deadline.'],
  ['invoice_canceled', 'ETH', 'Local', 'It arrived after this invoice was canceled.'],
  ['ambiguous', 'ETH', 'Local', 'It is not certain which invoice it is for.'],
  ['unknown', 'ETH', 'Local', 'It is not certain which invoice it is for.'],
  ['unproved_call', 'ETH', 'Local', ''],
  ['address_blocked', 'ETH', 'Local', ''],
];

const words = checkoutWords(...checkoutTextsIn('en'));

test('why a payment waits is said where it is known, and never contradicts what came', () => {
  for (const [reason, coin, network, text] of table)
    assert.equal(whyItWaits({ reason, coin, network }, sampleTransaction, words), text, `${reason} ${coin}`);
  assert.equal(whyItWaits({ reason: 'wrong_asset', coin: 'USDC', network: 'Local' }, undefined, words), '');
});

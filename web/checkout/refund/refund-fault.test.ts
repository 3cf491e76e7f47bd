// A refused address is explained in words for customers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Messages } from '../../../src/core/words/generated/messages.ts';
import { wordsOf } from '../../../src/core/words/message.ts';
import { compileSection } from '../../../src/io/words/compile-section.ts';
import { checkoutTextsIn, localeOf } from '../../../test/rig/words/locales.ts';
import { checkoutWords } from '../words/words.ts';
import { mayInsist, refundFault } from './refund-fault.ts';

const words = {
  own: wordsOf<Messages['refund'], never>('en', compileSection(localeOf('en'), 'refund')),
  page: checkoutWords(...checkoutTextsIn('en')),
};

test('each reason has its own sentence, and only a doubtful address may be insisted on', () => {
  const table = [
    ['required', /^Enter an address first/, false],
    ['private_key', /private key/, false],
    ['other_network', /another network.*on Tron \(TRC20\)/, false],
    ['not_spendable', /cannot be spent/, false],
    ['zero_address', /cannot be spent/, false],
    ['wrong_checksum', /not an address on Tron \(TRC20\)/, false],
    ['not_an_address', /not an address on/, false],
    ['confirm_needed', /may be a contract/, true],
  ] as const;
  for (const [reason, text, insists] of table) {
    const refused = { code: 'validation_failed', field: 'to', reason, value: '' };
    assert.match(refundFault(refused, 'Tron (TRC20)', words as never), text, reason);
    assert.equal(mayInsist(refused), insists, reason);
  }
});

test('problems that the address did not cause are explained as such', () => {
  const of = (code: string, field: string | null = null, reason: string | null = null) =>
    refundFault({ code, field, reason, value: '' }, 'Tron (TRC20)', words as never);
  assert.match(of('rate_limited'), /^Too many attempts/);
  assert.match(of('rate_unavailable'), /cannot be prepared right now/);
  assert.match(of('validation_failed', 'fiat_value', 'below_minimum'), /too small to be sent on Tron/);
});

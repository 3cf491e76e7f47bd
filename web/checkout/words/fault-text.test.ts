// Every error of the service is shown as a sentence for customers, not as the text for programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ProblemCode, problemKinds } from '../../../src/core/problem.ts';
import { attemptProblems } from '../../../src/features/money/transactions/make-attempt.ts';
import { checkoutTextsIn } from '../../../test/rig/words/locales.ts';
import { ApiProblem } from '../browser/api.ts';
import { faultText } from './fault-text.ts';
import { checkoutWords } from './words.ts';

const words = checkoutWords(...checkoutTextsIn('en'));

const textOf = (code: string, error: { field: string; code: string } | null = null) => {
  const status = problemKinds[code as ProblemCode]?.status ?? 422;
  const remedy = problemKinds[code as ProblemCode]?.remedy ?? 'Retry after the time in Retry-After.';
  return faultText(new ApiProblem(status, code, remedy, error), words);
};

test('no problem there is shows the customer words that are meant for programs', () => {
  for (const code of Object.keys(problemKinds)) {
    assert.doesNotMatch(
      textOf(code),
      /Retry-After|Idempotency|_|\bGET\b|\bPOST\b|header|token|request|transactions\b/,
      code,
    );
    assert.ok(Object.values(words.faults).includes(textOf(code)), code);
  }
});

test('what a customer can meet while paying has a sentence of its own', () => {
  const met = [...attemptProblems, 'not_found', 'transaction_not_cancelable', 'rate_limited'] as const;
  for (const code of met) assert.notEqual(textOf(code), words.faults.unexpected, code);
});

test('why a hash or a signature is refused is said by what is wrong with it', () => {
  const claim = (code: string) => textOf('claim_refused', { field: 'hash', code });
  const reasons = ['unknown_hash', 'pays_nothing_here', 'belongs_to_another', 'failed_on_chain', 'too_many_claims'];
  assert.equal(new Set(reasons.map(claim)).size, reasons.length);
  assert.equal(textOf('validation_failed', { field: 'hash', code: 'malformed' }), words.faults.notAHash);
  assert.equal(textOf('validation_failed', { field: 'signature', code: 'not_the_sender' }), words.faults.signature);
  assert.equal(textOf('validation_failed', { field: 'from', code: 'wrong_network' }), words.faults.address);
});

test('a service that cannot be reached is told apart from one that refuses', () => {
  assert.equal(faultText(new ApiProblem(0, 'unreachable', ''), words), words.faults.unreachable);
});

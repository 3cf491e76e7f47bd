// Why a payment waits, which attempts are suggested for it, and which sums are dust, to the last unit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWorthLess, mostSuggested, type Suggestion, whyItWaits } from './waiting-cause.ts';

const rate = { value: 2_000n, scale: 0 };

test('what is worth less than 0.01 is dust, and what is worth just that is not', () => {
  assert.equal(isWorthLess(4_999_999_999_999n, 18, rate, '0.01'), true);
  assert.equal(isWorthLess(5_000_000_000_000n, 18, rate, '0.01'), false);
  assert.equal(isWorthLess(0n, 18, rate, '0.01'), true);
});

test('a currency without minor units has dust too', () => {
  const yen = { value: 300_000n, scale: 0 };
  assert.equal(isWorthLess(33_333_333_333n, 18, yen, '0.01'), true);
  assert.equal(isWorthLess(33_333_333_334n, 18, yen, '0.01'), false);
});

test('where no rate is known, and where the bound is 0, nothing is dust', () => {
  assert.equal(isWorthLess(1n, 18, null, '0.01'), false);
  assert.equal(isWorthLess(1n, 18, rate, '0'), false);
});

const none: Suggestion = { id: '', isSameAsset: true, isOpen: true, invoice: 'due', speaks: [] };
const sameOpen = { ...none, id: 'same open' };
const sameEnded = { ...none, id: 'same ended', isOpen: false };
const otherOpen = { ...none, id: 'other open', isSameAsset: false };
const otherEnded = { ...none, id: 'other ended', isSameAsset: false, isOpen: false };
const paid = { ...sameEnded, id: 'paid', invoice: 'paid' as const };
const canceled = { ...sameEnded, id: 'canceled', invoice: 'canceled' as const };
const declared = <One extends Suggestion>(one: One) => ({ ...one, speaks: ['sender'] as const });

const nameOf = ({ id, speaks }: Suggestion) => [id, ...speaks].join(' with ');

/** Attempts at the address, newest first; the reason; and the suggestions in order. */
const causes: readonly [attempts: readonly Suggestion[], reason: string, suggested: readonly string[]][] = [
  [[], 'unknown', []],
  [[sameOpen], 'unknown', ['same open']],
  [[sameEnded], 'unknown', ['same ended']],
  [[sameEnded, sameOpen], 'unknown', ['same open', 'same ended']],
  // Another coin at this address is no evidence alone.
  [[otherOpen], 'unknown', ['other open']],
  [[otherEnded], 'unknown', ['other ended']],
  [[declared(otherOpen)], 'wrong_asset', ['other open']],
  [[declared(otherEnded)], 'wrong_asset', ['other ended']],
  [[otherOpen, declared(otherEnded)], 'unknown', ['other open', 'other ended']],
  // Attempts in the same coin come before attempts in another coin, even if those have evidence.
  [[declared(otherOpen), sameOpen], 'unknown', ['same open', 'other open']],
  [[declared(otherOpen), sameEnded], 'unknown', ['same ended', 'other open']],
  [[otherEnded, otherOpen, sameEnded, sameOpen], 'unknown', ['same open', 'same ended', 'other open', 'other ended']],
  // A paid or canceled invoice is suggested only with evidence, and after all others.
  [[paid], 'unknown', []],
  [[canceled], 'unknown', []],
  [[declared(paid)], 'unknown', ['paid']],
  [[declared(canceled)], 'invoice_canceled', ['canceled']],
  [[declared(canceled), declared(paid)], 'unknown', ['paid', 'canceled']],
  [[declared(paid), sameEnded], 'unknown', ['same ended', 'paid']],
  [[declared(canceled), declared(otherOpen)], 'wrong_asset', ['other open', 'canceled']],
  [[{ ...declared(otherOpen), invoice: 'paid' }], 'unknown', []],
  [[{ ...declared(otherEnded), invoice: 'canceled' }], 'unknown', []],
  // The setup wizard's simulated payment in another coin, and open attempts in this one.
  [[sameOpen, { ...declared(otherEnded), invoice: 'paid' }], 'unknown', ['same open']],
  // Within a kind, evidence decides first, then age.
  [[sameOpen, { ...declared(sameOpen), id: 'declared' }], 'unknown', ['declared', 'same open']],
  [[{ ...sameOpen, id: 'near', speaks: ['near_amount'] }, declared(sameOpen)], 'unknown', ['same open', 'near']],
];

for (const [attempts, reason, suggested] of causes)
  test(`why a payment waits: ${attempts.map(nameOf).join(', ') || 'no attempt'}`, () => {
    assert.deepEqual(whyItWaits(attempts), { reason, suggested });
  });

test('of many attempts the likeliest ten are suggested', () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ ...sameOpen, id: `${at}` }));
  assert.equal(whyItWaits(many).suggested.length, mostSuggested);
});

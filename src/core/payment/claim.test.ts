// A claim decides only between those whom amount or sender speak for, and never against better evidence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClaimCandidate, type ClaimedTransfer, matchClaim } from './claim.ts';

const transfer: ClaimedTransfer = {
  txHash: '0x1',
  assetId: 'eth',
  sender: 'alice',
  amount: 70n,
  isOneTimeAddress: false,
  rivals: [],
  minedAtSeconds: 1000,
};
const attempt = (id: string, facts: Partial<ClaimCandidate> = {}): ClaimCandidate => ({
  id,
  invoiceId: `invoice of ${id}`,
  invoiceIsCanceled: false,
  assetId: 'eth',
  sender: 'alice',
  amount: 100n,
  status: 'processing',
  hash: null,
  isMined: false,
  isWaiting: false,
  isInTime: true,
  createdAtSeconds: 900,
  ...facts,
});

test('between two attempts of one sender the claim decides', () => {
  assert.equal(matchClaim(transfer, [attempt('a'), attempt('b')], ['b']), 'b');
});

test('a claim of nobody, or of somebody whom neither amount nor sender speaks for, decides nothing', () => {
  assert.equal(matchClaim(transfer, [attempt('a')], []), null);
  assert.equal(matchClaim(transfer, [attempt('a', { sender: 'mallory' })], ['a']), null);
  assert.equal(matchClaim(transfer, [attempt('a', { assetId: 'usdt' })], ['a']), null);
});

test('an attempt that is younger than the payment cannot claim it', () => {
  assert.equal(matchClaim(transfer, [attempt('a', { createdAtSeconds: 1061 })], ['a']), null);
  assert.equal(matchClaim(transfer, [attempt('a', { createdAtSeconds: 1060 })], ['a']), 'a');
});

test('an attempt that is over, or has a payment of its own, cannot claim another', () => {
  assert.equal(matchClaim(transfer, [attempt('a', { status: 'canceled' })], ['a']), null);
  assert.equal(matchClaim(transfer, [attempt('a', { hash: '0x2', isMined: true })], ['a']), null);
});

test('more evidence for an attempt that does not claim leaves it to the merchant', () => {
  const both = attempt('b', { amount: 70n });
  assert.equal(matchClaim(transfer, [attempt('a'), both], ['a']), null);
  assert.equal(matchClaim(transfer, [attempt('a'), { ...both, invoiceId: 'invoice of a' }], ['a']), 'a');
});

test('two customers who claim the same payment leave it to the merchant', () => {
  assert.equal(matchClaim(transfer, [attempt('a'), attempt('b')], ['a', 'b']), null);
});

// The progress of a payment, and the time that it usually takes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleTransaction } from '../../../../test/rig/browser/sample-payment.ts';
import type { Transaction } from '../payment-objects.ts';
import { depthOf, usualSeconds } from './confirmation-progress.ts';

const attempt = (over: Partial<Transaction> = {}): Transaction => ({ ...sampleTransaction, ...over });
const seen = attempt({ hash: '0xaa' });

test('how long a payment usually takes is its confirmations times what a block takes', () => {
  const three = attempt({ ...seen, required_confirmations: 3 });
  assert.equal(usualSeconds(three, { local: 12 }), 36);
  assert.equal(usualSeconds(three, { local: 0.25 }), 1);
  assert.equal(usualSeconds(three, { elsewhere: 12 }), null);
  assert.equal(usualSeconds(three, undefined), null);
  assert.equal(usualSeconds(attempt({ ...three, requires_finality: true }), { local: 12 }), null);
});

test('a payment that waits for its block has no confirmation, and none has more than it needs', () => {
  assert.deepEqual(depthOf(seen), { have: 0, needed: 2 });
  assert.deepEqual(depthOf(attempt({ ...seen, block: 7, confirmations: 9 })), { have: 2, needed: 2 });
  assert.deepEqual(depthOf(attempt({ ...seen, required_confirmations: 0 })), { have: 0, needed: 1 });
});

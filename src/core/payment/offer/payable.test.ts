// Whether an invoice can be paid, and the first missing condition if it cannot.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InvoiceState } from '../invoice.ts';
import { type Offer, payableWith } from './payable.ts';

const open: InvoiceState = {
  status: 'open',
  total: 100n,
  paid: 0n,
  pending: 0n,
  refunded: 0n,
  tolerance: 0n,
  exceptions: [],
};
const offer: Offer = { hasAddress: true, isAvailable: true, hasRate: true, canBeSent: true };

const cases: readonly [string, InvoiceState, readonly Offer[], boolean, string | null][] = [
  ['one good offer is enough', open, [{ ...offer, hasRate: false }, offer], true, null],
  ['no coin is taken', open, [], false, 'no_coin'],
  ['no address for any of them', open, [{ ...offer, hasAddress: false }], false, 'no_address'],
  ['the networks with an address are away', open, [{ ...offer, isAvailable: false }], false, 'network_away'],
  ['less than a wallet can send', open, [{ ...offer, canBeSent: false }], false, 'below_minimum'],
  ['no rate is known', open, [{ ...offer, hasRate: false }], false, 'no_rate'],
  [
    'one has no address and the other no network: the nearest to payable tells',
    open,
    [
      { ...offer, hasAddress: false },
      { ...offer, isAvailable: false },
    ],
    false,
    'network_away',
  ],
  ['a paid invoice wants nothing', { ...open, status: 'paid', paid: 100n }, [offer], false, null],
];

for (const [what, invoice, offers, payable, reason] of cases) {
  test(`whether an invoice can be paid, and the first missing condition (${what})`, () =>
    assert.deepEqual(payableWith(invoice, offers), { payable, reason }));
}

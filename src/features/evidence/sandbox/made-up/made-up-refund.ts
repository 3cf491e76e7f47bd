// Made-up refunds, as the rows that the view of refunds renders.
import { type RefundStatus, refundAmount } from '../../../../core/payment/outgoing/refund.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import { type Refund, unsent } from '../../refunds/refund-store.ts';
import { madeUpAddress } from './made-up-address.ts';
import { type MakingUp, madeUpHash } from './made-up-payment.ts';

const value = 500n;
const minorDecimals = 2;
const hourMillis = 3_600_000;

/** A refund of 5.00 of the invoice. */
export function madeUpRefund(making: MakingUp, status: RefundStatus, { id: invoiceId, currency }: Invoice): Refund {
  const { instance, appId, place, now } = making;
  const { asset, rate } = place;
  const amount = refundAmount(value, minorDecimals, rate, asset.decimals);
  const recipient = madeUpAddress(asset, 1n);
  const watch = { id: instance.newId(), recipient, amount: String(amount) };
  const quoted = { recipient, isCustomers: true, amount, watches: [watch], readyAt: now };
  const isThere = status === 'seen' || status === 'sent';
  return {
    ...unsent,
    id: instance.newSecretId(),
    appId,
    invoiceId,
    currency,
    value,
    assetId: asset.id,
    rateKind: 'locked',
    rate,
    rateEvidence: null,
    reason: 'Made up by the sandbox',
    ...(status === 'awaiting_address' ? {} : { ...quoted, quotedUntil: new Date(now.getTime() + hourMillis) }),
    ...(isThere ? { watchId: watch.id, hash: madeUpHash(making), block: 1_000_000, sentAmount: amount } : {}),
    status,
    refunded: status === 'sent' ? value : 0n,
    seenAt: isThere ? now : null,
    sentAt: status === 'sent' ? now : null,
    canceledAt: status === 'canceled' ? now : null,
    createdAt: new Date(now.getTime() - hourMillis),
    updatedAt: now,
  };
}

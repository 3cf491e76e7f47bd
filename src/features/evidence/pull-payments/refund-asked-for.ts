// The refund that a pull payment asks for.
import type { AskedRefund } from '../refunds/acts/new-refund/make-refund.ts';
import type { PullPayment } from './pull-payment-store.ts';
import { fiatValue } from './view.ts';

export interface Refunded extends Pick<AskedRefund, 'invoiceId' | 'named'> {
  /** Canonical; null unless the customer named it before there was an invoice. */
  readonly recipient: string | null;
}

/** At the current rate, with the id of the pull payment. */
export function refundAskedFor(pullPayment: PullPayment, { invoiceId, named, recipient }: Refunded): AskedRefund {
  const { id, name, description } = pullPayment;
  return {
    invoiceId,
    value: { fiat_value: fiatValue(pullPayment) },
    named,
    destination: null,
    rateKind: 'current',
    reason: reasonOf(name, description),
    promised: { id, recipient },
  };
}

const longestReason = 1000;

/** For the merchant, who sees it with the refund. */
export function reasonOf(name: string, description: string | null): string {
  return (description === null ? name : `${name}: ${description}`).slice(0, longestReason);
}

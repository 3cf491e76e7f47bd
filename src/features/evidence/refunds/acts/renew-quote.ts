// Quotes a refund anew after its amount was held for an hour.
import { isPayable } from '../../../../core/payment/outgoing/refund.ts';
import type { Instance } from '../../../instance.ts';
import { openBooks } from '../../../money/ledger/open-books.ts';
import { appTime } from '../../../people/apps/clock/app-time.ts';
import type { App } from '../../../people/apps/store.ts';
import { findRefund, type Refund, updateRefund } from '../refund-store.ts';
import { assetOf } from './follow-refund.ts';
import { quoteIfSendable } from './quote-refund.ts';

export interface RenewedRefund {
  readonly refund: Refund;
  /** Whether the present amount is below what can be sent. The refund then keeps its old quote. */
  readonly isBelowMinimum: boolean;
}

/** Returns the refund unchanged if its quote still holds. Throws Problem rate_unavailable. */
export async function renewQuote(instance: Instance, app: App, refund: Refund): Promise<RenewedRefund> {
  if (!isLapsed(refund, await appTime(instance.db, instance, app))) return { refund, isBelowMinimum: false };
  return instance.db.atomically((trx) =>
    openBooks(trx, instance, { invoices: [refund.invoiceId] }, async (books) => {
      const current = await findRefund(trx, refund.id);
      const now = books.timeOf(app.id);
      if (current === null || current.recipient === null || !isLapsed(current, now))
        return { refund: current ?? refund, isBelowMinimum: false };
      const terms = { asset: assetOf(instance, current), app, recipient: current.recipient };
      const quoted = await quoteIfSendable(trx, books, current, terms);
      if (quoted === null) return { refund: current, isBelowMinimum: true };
      await updateRefund(trx, quoted);
      return { refund: quoted, isBelowMinimum: false };
    }),
  );
}

/** Whether the amount is no longer held. `now`: on the clock of the app. */
export function isLapsed(refund: Refund, now: Date): boolean {
  const { quotedUntil } = refund;
  return isPayable(refund) && !refund.exceedsPaid && quotedUntil !== null && quotedUntil <= now;
}

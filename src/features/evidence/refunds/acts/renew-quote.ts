// Quotes a refund anew after its amount was held for an hour.
import { isPayable } from '../../../../core/payment/outgoing/refund.ts';
import type { Instance } from '../../../instance.ts';
import { openBooks } from '../../../money/ledger/open-books.ts';
import { appTime } from '../../../people/apps/clock/app-time.ts';
import type { App } from '../../../people/apps/store.ts';
import { findRefund, type Refund, updateRefund } from '../refund-store.ts';
import { assetOf } from './follow-refund.ts';
import { quoteRefund } from './quote-refund.ts';

/** Returns the refund unchanged if its quote still holds. Throws Problem rate_unavailable. */
export async function renewQuote(instance: Instance, app: App, refund: Refund): Promise<Refund> {
  if (!isLapsed(refund, await appTime(instance.db, instance, app))) return refund;
  return instance.db.atomically((trx) =>
    openBooks(trx, instance, { invoices: [refund.invoiceId] }, async (books) => {
      const current = await findRefund(trx, refund.id);
      const now = books.timeOf(app.id);
      if (current === null || current.recipient === null || !isLapsed(current, now)) return current ?? refund;
      const terms = { asset: assetOf(instance, current), app, recipient: current.recipient };
      const quoted = await quoteRefund(trx, books, current, terms);
      await updateRefund(trx, quoted);
      return quoted;
    }),
  );
}

function isLapsed(refund: Refund, now: Date): boolean {
  const { quotedUntil } = refund;
  return isPayable(refund) && !refund.exceedsPaid && quotedUntil !== null && quotedUntil <= now;
}

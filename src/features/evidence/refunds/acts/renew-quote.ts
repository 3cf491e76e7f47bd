// Quotes a refund anew after its amount was held for an hour.
import type { Instance } from '../../../instance.ts';
import { openBooks } from '../../../money/ledger/open-books.ts';
import type { App } from '../../../people/apps/store.ts';
import { findRefund, type Refund, updateRefund } from '../refund-store.ts';
import { assetOf } from './follow-refund.ts';
import { quoteRefund } from './quote-refund.ts';

/** Returns the refund unchanged if its quote still holds. Throws Problem rate_unavailable. */
export async function renewQuote(instance: Instance, app: App, refund: Refund): Promise<Refund> {
  if (!isLapsed(instance, refund)) return refund;
  return instance.db.atomically((trx) =>
    openBooks(trx, instance, { invoices: [refund.invoiceId] }, async () => {
      const current = await findRefund(trx, refund.id);
      if (current === null || current.recipient === null || !isLapsed(instance, current)) return current ?? refund;
      const terms = { asset: assetOf(instance, current), app, recipient: current.recipient };
      const quoted = await quoteRefund(trx, instance, current, terms);
      await updateRefund(trx, quoted);
      return quoted;
    }),
  );
}

export function isLapsed({ clock }: Pick<Instance, 'clock'>, { status, quotedUntil }: Refund): boolean {
  return status === 'ready' && quotedUntil !== null && quotedUntil <= clock.now();
}

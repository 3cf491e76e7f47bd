// Quotes a refund anew after its amount was held for an hour.
import type { Instance } from '../../../instance.ts';
import { openBooks } from '../../../money/ledger/open-books.ts';
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
  if (!isLapsed(instance, refund)) return { refund, isBelowMinimum: false };
  return instance.db.atomically((trx) =>
    openBooks(trx, instance, { invoices: [refund.invoiceId] }, async () => {
      const current = await findRefund(trx, refund.id);
      if (current === null || current.recipient === null || !isLapsed(instance, current))
        return { refund: current ?? refund, isBelowMinimum: false };
      const terms = { asset: assetOf(instance, current), app, recipient: current.recipient };
      const quoted = await quoteIfSendable(trx, instance, current, terms);
      if (quoted === null) return { refund: current, isBelowMinimum: true };
      await updateRefund(trx, quoted);
      return { refund: quoted, isBelowMinimum: false };
    }),
  );
}

function isLapsed({ clock }: Pick<Instance, 'clock'>, { status, quotedUntil }: Refund): boolean {
  return status === 'ready' && quotedUntil !== null && quotedUntil <= clock.now();
}

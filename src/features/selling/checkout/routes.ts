// The operations that the customer's page uses.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import type { InvoiceFeed } from '../../money/ledger/invoice-feed.ts';
import { streamInvoice } from './stream-invoice.ts';

export function checkoutRoutes(instance: Instance, feed: InvoiceFeed): Operation[] {
  return [streamInvoice(instance, feed)];
}

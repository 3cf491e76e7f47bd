// The facts that a charge shows.
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import type { StepTimes } from '../../../money/ledger/lists/step-times-store.ts';
import type { WithHeight } from '../../../money/ledger/transaction-store.ts';
import type { ShopInvoice } from '../../shop-invoices/shop-invoice-store.ts';

export interface ChargeFacts {
  readonly invoice: Invoice;
  /** Null for an invoice that was not made by this dialect. */
  readonly shop: ShopInvoice | null;
  /** Payments and open attempts, oldest first. */
  readonly transactions: readonly WithHeight[];
  readonly steps: StepTimes;
}

// Reads charges, several at once.
import type { TamperedRow } from '../../../../io/db/sealed/row-guard.ts';
import { RowTampered } from '../../../../io/db/sealed/sealed-row-type.ts';
import type { Instance } from '../../../instance.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import { listLiveTransactions } from '../../../money/ledger/lists/live-transactions-store.ts';
import { listStepTimes } from '../../../money/ledger/lists/step-times-store.ts';
import { readShopInvoices } from '../../shop-invoices/shop-invoice-store.ts';
import { type ChargeView, chargeView } from './charge-view.ts';

/** A charge shows at most this many payments, and as many open attempts. */
const mostTransactions = 50;

/** The charges by the id of their invoice. */
export interface ChargesRead {
  readonly charges: ReadonlyMap<string, ChargeView>;
  /** The rows of charges that were changed outside the service. These charges are not shown. */
  readonly tampered: ReadonlyMap<string, TamperedRow>;
}

export async function readCharges(instance: Instance, invoices: readonly Invoice[]): Promise<ChargesRead> {
  const ids = invoices.map(({ id }) => id);
  const [{ found, tampered }, transactions, steps] = await Promise.all([
    readShopInvoices(instance.db, 'commerce', ids),
    listLiveTransactions(instance.db, ids, mostTransactions),
    listStepTimes(instance.db, ids),
  ]);
  const byInvoice = Map.groupBy(transactions, ({ transaction }) => transaction.invoiceId);
  const sound = invoices.filter(({ id }) => !tampered.has(id));
  const charges = sound.map((invoice) => {
    const { id } = invoice;
    const shop = found.get(id) ?? null;
    const facts = { invoice, shop, transactions: byInvoice.get(id) ?? [], steps: steps.get(id) ?? new Map() };
    return [id, chargeView(instance, facts)] as const;
  });
  return { charges: new Map(charges), tampered };
}

/** The same for one invoice. Throws RowTampered. */
export async function readCharge(instance: Instance, invoice: Invoice): Promise<ChargeView> {
  const { charges, tampered } = await readCharges(instance, [invoice]);
  const [charge, row] = [charges.get(invoice.id), tampered.get(invoice.id)];
  if (row !== undefined) throw new RowTampered(row);
  if (charge === undefined) throw new Error(`the charge ${invoice.id} was not read`);
  return charge;
}

// Makes an invoice of an app. The order's reference is its natural key: the same order twice is one invoice.
import { toleranceOf } from '../../../../core/app-settings.ts';
import type { Currency } from '../../../../core/money/currency.ts';
import type { Warnings } from '../../../../core/order/caption.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { refuseArchived } from '../../../people/apps/own-app.ts';
import type { App } from '../../../people/apps/store.ts';
import { findInvoiceByReference, type Invoice, insertInvoice } from '../../ledger/invoice-store.ts';
import { openBooks } from '../../ledger/open-books.ts';
import { type GivenText, type InvoiceText, readInvoiceText } from '../order-text/invoice-text.ts';
import { isSameOrder } from '../order-text/same-order.ts';

export interface MakeInvoiceParams {
  readonly app: App;
  /** In minor units of the currency. */
  readonly total: bigint;
  readonly currency: Currency;
  /** As it was written; it is tidied here. */
  readonly text: GivenText;
  /** Whether an invoice with this reference is answered after it was paid, too: the reference is ours, of one form. */
  readonly isOneForm?: boolean;
  /** A day unless said. */
  readonly expiresInSeconds?: number | undefined;
  /** How far the clocks of the app's chains run ahead of ours, as chainClockLead has it. */
  readonly clockLeadMillis: number;
}

const daySeconds = 86_400;

export interface MadeInvoice {
  readonly invoice: Invoice;
  readonly isNew: boolean;
  /** Changes to the text of this request. */
  readonly warnings: Warnings;
}

/**
 * Answers the invoice that is already there (`isNew` is false) if it is open and is the same order. Throws Problem:
 * app_archived, reference_in_use for another order under that reference or a paid one, or naming the field at fault.
 */
export async function makeInvoice(trx: Queryable, instance: Instance, params: MakeInvoiceParams): Promise<MadeInvoice> {
  refuseArchived(params.app);
  const { total, currency, isOneForm = false } = params;
  const id = instance.newSecretId();
  const { text, warnings } = readInvoiceText(params.text, { invoiceId: id, reference: null, total, currency });
  const invoice = draftInvoice({ id, text, now: instance.clock.now() }, params);
  const existing = await findSameOrder(trx, invoice, isOneForm);
  if (existing !== null) return { invoice: existing, isNew: false, warnings };
  const made = await insertInvoice(trx, invoice);
  if (made === null) {
    // Another request with the same reference committed first.
    const other = await findSameOrder(trx, invoice, isOneForm);
    if (other === null) throw new Problem('request_in_progress', { headers: { 'retry-after': '1' } });
    return { invoice: other, isNew: false, warnings };
  }
  const accounts = { madeInvoices: [made] };
  const created = await openBooks(trx, instance, accounts, (books) => books.create(made.id));
  return { invoice: created, isNew: true, warnings };
}

/** The invoice asked for. */
function draftInvoice(
  { id, text, now }: { readonly id: string; readonly text: InvoiceText; readonly now: Date },
  { app, total, currency, expiresInSeconds = daySeconds, clockLeadMillis }: MakeInvoiceParams,
): Invoice {
  const expiresAt = new Date(now.getTime() + expiresInSeconds * 1000);
  return {
    id,
    appId: app.id,
    status: 'open',
    currency: currency.code,
    total,
    paid: 0n,
    pending: 0n,
    tolerance: toleranceOf(total, currency.decimals, app.settings),
    exceptions: [],
    reference: text.order?.reference ?? null,
    order: text.order ?? {},
    customer: text.customer ?? {},
    successUrl: text.successUrl ?? null,
    cancelUrl: text.cancelUrl ?? null,
    metadata: text.metadata ?? {},
    // The event of its creation.
    sequence: 1n,
    expiresAt,
    deadline: new Date(expiresAt.getTime() + clockLeadMillis),
    acceptedAt: null,
    paidAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

async function findSameOrder(trx: Queryable, invoice: Invoice, isOneForm: boolean): Promise<Invoice | null> {
  if (invoice.reference === null) return null;
  const existing = await findInvoiceByReference(trx, invoice.appId, invoice.reference);
  if (existing === null) return null;
  const isPaid = existing.status === 'paid' && !isOneForm;
  if (isPaid || !isSameOrder(existing, invoice)) throw new Problem('reference_in_use');
  return existing;
}

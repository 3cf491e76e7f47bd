// Makes an invoice of an app. The order reference is a natural key: repeating a request for the same order returns the
// same invoice.
import { toleranceOf } from '../../../../core/app-settings.ts';
import type { Currency } from '../../../../core/money/currency.ts';
import type { Warnings } from '../../../../core/order/caption.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { appTime } from '../../../people/apps/clock/app-time.ts';
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
  /** The text as written in the request. This function cleans it. */
  readonly text: GivenText;
  /** Whether a paid invoice with this reference is returned too. True if the service chose the reference. */
  readonly isOneForm?: boolean;
  /** Defaults to one day. */
  readonly expiresInSeconds?: number | undefined;
  /** How far the chain clocks of the app run ahead of the service's clock, as returned by chainClockLead. */
  readonly clockLeadMillis: number;
}

const daySeconds = 86_400;

export interface MadeInvoice {
  readonly invoice: Invoice;
  readonly isNew: boolean;
  /** Reports changes to the text of this request. */
  readonly warnings: Warnings;
}

/**
 * Returns the existing invoice (`isNew` is false) if it is open and describes the same order. Throws Problem:
 * app_archived; reference_in_use if the reference belongs to another order or a paid one; or a problem naming the
 * invalid field.
 */
export async function makeInvoice(trx: Queryable, instance: Instance, params: MakeInvoiceParams): Promise<MadeInvoice> {
  refuseArchived(params.app);
  const { total, currency, isOneForm = false } = params;
  const id = instance.newSecretId();
  const { text, warnings } = readInvoiceText(params.text, { invoiceId: id, reference: null, total, currency });
  const invoice = draftInvoice({ id, text, now: await appTime(trx, instance, params.app) }, params);
  const existing = await findSameOrder(trx, invoice, isOneForm);
  if (existing !== null) return { invoice: existing, isNew: false, warnings };
  const made = await insertInvoice(trx, invoice);
  if (made === null) {
    // A concurrent request with the same reference committed first.
    const other = await findSameOrder(trx, invoice, isOneForm);
    if (other === null) throw new Problem('request_in_progress', { headers: { 'retry-after': '1' } });
    return { invoice: other, isNew: false, warnings };
  }
  const accounts = { madeInvoices: [made] };
  const created = await openBooks(trx, instance, accounts, (books) => books.create(made.id));
  return { invoice: created, isNew: true, warnings };
}

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
    refunded: 0n,
    tolerance: toleranceOf(total, currency.decimals, app.settings),
    exceptions: [],
    reference: text.order?.reference ?? null,
    order: text.order ?? {},
    customer: text.customer ?? {},
    successUrl: text.successUrl ?? null,
    cancelUrl: text.cancelUrl ?? null,
    metadata: text.metadata ?? {},
    // The first event is the creation of the invoice.
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

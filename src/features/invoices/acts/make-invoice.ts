// Makes an invoice of an app. The order's reference is its natural key: the same order twice is one invoice.
import { toleranceOf } from '../../../core/app-settings.ts';
import type { Currency } from '../../../core/money/currency.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { refuseArchived } from '../../apps/own-app.ts';
import type { App } from '../../apps/store.ts';
import type { Instance } from '../../instance.ts';
import { findInvoiceByReference, type Invoice, insertInvoice } from '../../ledger/invoice-store.ts';
import { openBooks } from '../../ledger/open-books.ts';
import { checkInvoiceText, type InvoiceText } from '../invoice-text.ts';

export interface MakeInvoiceParams {
  readonly app: App;
  /** In minor units of the currency. */
  readonly total: bigint;
  readonly currency: Currency;
  readonly text: InvoiceText;
  /** A day unless said. */
  readonly expiresInSeconds?: number | undefined;
  /** How far the clocks of the app's chains run ahead of ours, as chainClockLead has it. */
  readonly clockLeadMillis: number;
}

const daySeconds = 86_400;

/**
 * Answers the invoice that is already there (`isNew` is false) if its reference and total are these and it is neither
 * canceled nor expired. Throws Problem: app_archived, reference_in_use for another total under that reference, or
 * naming the field at fault.
 */
export async function makeInvoice(
  trx: Queryable,
  instance: Instance,
  params: MakeInvoiceParams,
): Promise<{ invoice: Invoice; isNew: boolean }> {
  refuseArchived(params.app);
  checkInvoiceText(params.text, params.total, params.currency);
  const invoice = draftInvoice(instance, params, instance.clock.now());
  const existing = await findSameOrder(trx, invoice);
  if (existing !== null) return { invoice: existing, isNew: false };
  const made = await insertInvoice(trx, invoice);
  if (made === null) {
    // Another request with the same reference committed first.
    const other = await findSameOrder(trx, invoice);
    if (other === null) throw new Problem('request_in_progress', { headers: { 'retry-after': '1' } });
    return { invoice: other, isNew: false };
  }
  const accounts = { madeInvoices: [made] };
  return { invoice: await openBooks(trx, instance, accounts, (books) => books.create(made.id)), isNew: true };
}

/** The invoice asked for. */
function draftInvoice(
  instance: Pick<Instance, 'newSecretId'>,
  { app, total, currency, text, expiresInSeconds = daySeconds, clockLeadMillis }: MakeInvoiceParams,
  now: Date,
): Invoice {
  const expiresAt = new Date(now.getTime() + expiresInSeconds * 1000);
  return {
    id: instance.newSecretId(),
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

async function findSameOrder(trx: Queryable, invoice: Invoice): Promise<Invoice | null> {
  if (invoice.reference === null) return null;
  const existing = await findInvoiceByReference(trx, invoice.appId, invoice.reference);
  if (existing === null) return null;
  if (existing.total !== invoice.total || existing.currency !== invoice.currency) throw new Problem('reference_in_use');
  return existing;
}

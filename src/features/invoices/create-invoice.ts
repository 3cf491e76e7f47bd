// POST /invoice: what a customer owes an app. The order's reference is its natural key: the same order twice is one invoice.
import type { Static } from 'typebox';
import { toleranceOf } from '../../core/app-settings.ts';
import { Problem } from '../../core/problem.ts';
import { isUniqueViolation } from '../../io/db/postgres.ts';
import { Answer, type Operation, operation } from '../../io/http/operation.ts';
import { uuid } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { ownLiveApp } from '../apps/own-app.ts';
import type { App } from '../apps/store.ts';
import type { Instance } from '../instance.ts';
import { lockedInvoice, noChanges, tellInvoice, writeChanges } from '../ledger/changes.ts';
import { findInvoiceByReference, type Invoice, insertInvoice } from '../ledger/invoice-store.ts';
import { InvoiceView, invoiceView } from '../ledger/invoice-view.ts';
import { chainClockLead } from '../networks/cursor-store.ts';
import { checkInvoiceText, invoiceFields, readTotal } from './invoice-body.ts';

export const CreateInvoiceBody = Type.Object(
  {
    app_id: Type.Optional({ ...uuid, description: 'Implied by an app token.' }),
    ...invoiceFields,
    expires_in: Type.Optional(
      Type.Integer({ minimum: 300, maximum: 7_776_000, default: 86_400, description: 'Seconds.' }),
    ),
  },
  { additionalProperties: false },
);
export type NewInvoice = Static<typeof CreateInvoiceBody>;

export function createInvoice(instance: Instance): Operation {
  return operation({
    id: 'createInvoice',
    method: 'POST',
    path: '/invoice',
    group: 'Invoices',
    summary: 'Create invoice',
    description:
      'Answers the invoice that is already there (200) if order.reference and total are those of an invoice that is neither canceled nor expired.',
    access: { cookie: true, pat: 'invoices:write', appToken: true, oauth2: 'invoices:write' },
    body: CreateInvoiceBody,
    status: 201,
    otherStatuses: [200],
    answer: InvoiceView,
    problems: ['reference_in_use', 'not_found', 'app_archived'],
    handle: async ({ body, caller, commit }) => {
      const app = await ownLiveApp(instance.db, body.app_id, caller);
      const invoice = newInvoice(instance, app, body, await chainClockLead(instance.db, app.id, instance.clock.now()));
      return commit(async (trx) => {
        const existing = await sameOrder(trx, invoice);
        if (existing !== null) return new Answer(invoiceView(existing, instance.publicUrl), { status: 200 });
        return invoiceView(await addInvoice(instance, trx, invoice), instance.publicUrl);
      }).catch(async (error: unknown) => {
        // Another request with the same reference committed first.
        if (!isUniqueViolation(error, 'invoices_one_reference')) throw error;
        const existing = await sameOrder(instance.db, invoice);
        if (existing === null) throw new Problem('request_in_progress', { headers: { 'retry-after': '1' } });
        return new Answer(invoiceView(existing, instance.publicUrl), { status: 200 });
      });
    },
  });
}

/** Writes a new invoice and tells of it. */
export async function addInvoice(
  instance: Instance,
  trx: Parameters<typeof insertInvoice>[0],
  invoice: Invoice,
): Promise<Invoice> {
  await insertInvoice(trx, invoice);
  const changes = noChanges(invoice.createdAt);
  changes.invoices.set(invoice.id, invoice);
  tellInvoice(changes, instance, 'invoice.created', invoice.id);
  await writeChanges(trx, instance, changes);
  return lockedInvoice(changes, invoice.id);
}

/** The invoice that these fields ask for; clockLeadMs is how far the chains' clocks run ahead of ours. Throws Problem. */
export function newInvoice(instance: Instance, app: App, body: NewInvoice, clockLeadMs: number): Invoice {
  const { total, currency } = readTotal(body.total, body.currency);
  checkInvoiceText(body as never, total, currency);
  const now = instance.clock.now();
  const expiresAt = new Date(now.getTime() + (body.expires_in ?? 86_400) * 1000);
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
    reference: body.order?.reference ?? null,
    order: (body.order ?? {}) as Invoice['order'],
    customer: (body.customer ?? {}) as Invoice['customer'],
    successUrl: body.success_url ?? null,
    cancelUrl: body.cancel_url ?? null,
    metadata: (body.metadata ?? {}) as Record<string, string>,
    sequence: 0n,
    expiresAt,
    deadline: new Date(expiresAt.getTime() + clockLeadMs),
    acceptedAt: null,
    paidAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

async function sameOrder(db: Parameters<typeof findInvoiceByReference>[0], invoice: Invoice): Promise<Invoice | null> {
  if (invoice.reference === null) return null;
  const existing = await findInvoiceByReference(db, invoice.appId, invoice.reference);
  if (existing === null) return null;
  if (existing.total !== invoice.total || existing.currency !== invoice.currency) throw new Problem('reference_in_use');
  return existing;
}

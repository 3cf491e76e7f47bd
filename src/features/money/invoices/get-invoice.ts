// GET /invoice/{id}: the merchant sees the whole invoice. Any other caller who knows the id sees the customer's view.
import { mayRead, owns } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { readerFor } from '../../known/requests/reader-for.ts';
import { findApp } from '../../people/apps/store.ts';
import { findInvoice } from '../ledger/invoice-store.ts';
import { InvoiceView, invoiceView, type OpenClaims, publicInvoiceView } from '../ledger/invoice-view.ts';
import { payableOf } from './payable.ts';

/** Reads the undecided claims of an invoice. */
export type ReadClaims = (db: Queryable, invoiceId: string) => Promise<OpenClaims>;

export function getInvoice(instance: Instance, readClaims: ReadClaims): Operation {
  return operation({
    id: 'getInvoice',
    method: 'GET',
    path: '/invoice/:id',
    group: 'Invoices',
    summary: 'Get invoice',
    description: 'Without authentication: the customer’s view, without metadata and customer data.',
    access: { public: true, cookie: true, pat: 'invoices:read', appToken: true, oauth2: 'invoices:read' },
    params: idInPath,
    answer: InvoiceView,
    handle: async ({ params, caller }) => {
      const db = readerFor(instance.db, caller);
      const invoice = isUuid(params.id) ? await findInvoice(db, params.id) : null;
      if (invoice === null) throw new Problem('not_found');
      const app = await findApp(db, invoice.appId);
      const isOwn = app !== null && owns(caller, app) && mayRead('invoices:read', caller);
      const view = isOwn
        ? invoiceView(invoice, instance.publicUrl)
        : publicInvoiceView(invoice, app?.settings ?? null, instance.publicUrl);
      const [claims, payable] = await Promise.all([
        readClaims(db, invoice.id),
        app === null ? null : payableOf(instance, app, db),
      ]);
      return { ...view, ...claims, ...payable?.(invoice) };
    },
  });
}

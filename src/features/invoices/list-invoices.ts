// GET /invoices: an app's invoices, newest first.

import type { InvoiceStatus } from '../../core/payment/invoice.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../io/http/page.ts';
import { uuid } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { ownApp } from '../apps/own-app.ts';
import type { Instance } from '../instance.ts';
import { listInvoices as readInvoices } from '../ledger/invoice-store.ts';
import { InvoiceView, invoiceView } from '../ledger/invoice-view.ts';
import { payableOf } from './payable.ts';

export function listInvoices(instance: Instance): Operation {
  return operation({
    id: 'listInvoices',
    method: 'GET',
    path: '/invoices',
    group: 'Invoices',
    summary: 'List invoices',
    access: { cookie: true, pat: 'invoices:read', appToken: true, oauth2: 'invoices:read' },
    query: Type.Object({
      app_id: Type.Optional({ ...uuid, description: 'Implied by an app token.' }),
      status: Type.Optional(
        Type.Unsafe<InvoiceStatus>({ type: 'string', enum: ['open', 'partially_paid', 'paid', 'expired', 'canceled'] }),
      ),
      reference: Type.Optional(Type.String({ maxLength: 255 })),
      ...pageQuery,
    }),
    answer: Type.Array(InvoiceView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const app = await ownApp(instance.db, query.app_id, caller);
      const page = readPage(query);
      const payable = await payableOf(instance, app);
      const filter = { appId: app.id, status: query.status ?? null, reference: query.reference ?? null };
      const invoices = await readInvoices(instance.db, filter, page);
      return pageAnswer(invoices, page, { publicUrl: instance.publicUrl, url }, (invoice) => ({
        ...invoiceView(invoice, instance.publicUrl),
        ...payable(invoice),
      }));
    },
  });
}

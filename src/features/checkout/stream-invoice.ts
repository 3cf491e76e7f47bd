// GET /invoice/{id}/events: the checkout's live view, as server-sent events.

import { Problem } from '../../core/problem.ts';
import { Answer, type Operation, operation } from '../../io/http/operation.ts';
import { idInPath, isUuid } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { findApp } from '../apps/store.ts';
import type { Instance } from '../instance.ts';
import type { InvoiceFeed } from '../ledger/invoice-feed.ts';
import { findInvoice } from '../ledger/invoice-store.ts';
import { publicInvoiceView } from '../ledger/invoice-view.ts';
import { listWorthShowing } from '../ledger/transaction-store.ts';
import { transactionView } from '../ledger/transaction-view.ts';
import { liveStream } from './live-stream.ts';
import { mostAttempts } from './page-seed.ts';

export function streamInvoice(instance: Instance, feed: InvoiceFeed): Operation {
  return operation({
    id: 'streamInvoice',
    method: 'GET',
    path: '/invoice/:id/events',
    group: 'Invoices',
    summary: 'Watch invoice',
    description:
      'Server-sent events. Each `invoice` event holds `{invoice, transactions}` as they are now, up to 100 transactions that a payment was seen for and then up to 100 without; the first comes at once.',
    access: { public: true, cookie: true, pat: 'invoices:read', appToken: true, oauth2: 'invoices:read' },
    params: idInPath,
    answer: Type.String(),
    contentType: 'text/event-stream',
    handle: async ({ params }) => {
      const id = params.id.toLowerCase();
      const first = isUuid(id) ? await snapshot(instance, id) : null;
      if (first === null) throw new Problem('not_found');
      const stream = liveStream({
        first,
        now: () => snapshot(instance, id),
        subscribe: (changed) => feed.subscribe(id, changed),
        onFault: (error) => instance.log.debug({ err: error }, 'invoice stream ended'),
      });
      const headers = {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      };
      return new Answer(stream as never, { headers });
    },
  });
}

/** What a customer sees of an invoice and of its attempts (the newest 100 that money was seen for, before as many others); null for an unknown one. */
export async function snapshot(instance: Instance, invoiceId: string): Promise<object | null> {
  const invoice = await findInvoice(instance.db, invoiceId);
  if (invoice === null) return null;
  const app = await findApp(instance.db, invoice.appId);
  const attempts = await listWorthShowing(instance.db, invoiceId, mostAttempts);
  return {
    invoice: publicInvoiceView(invoice, app?.settings ?? null, instance.publicUrl),
    transactions: attempts.map((one) => transactionView(instance, one.transaction, one.scannedHeight)),
  };
}

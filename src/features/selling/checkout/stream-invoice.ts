// GET /invoice/{id}/events: the checkout's live view, as server-sent events.

import { Problem } from '../../../core/problem.ts';
import type { WriteEvents } from '../../../io/http/edge/event-streams.ts';
import { Answer, type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import type { InvoiceFeed } from '../../money/ledger/invoice-feed.ts';
import { findInvoice } from '../../money/ledger/invoice-store.ts';
import { findApp } from '../../people/apps/store.ts';
import { sharedSnapshots } from './shared-snapshots.ts';
import { snapshotOf } from './snapshot.ts';
import { streamFigures } from './stream-figures.ts';
import { streamPlaces } from './stream-places.ts';

export function streamInvoice(instance: Instance, feed: InvoiceFeed): Operation {
  const places = streamPlaces();
  const snapshots = sharedSnapshots({
    read: (id) => snapshot(instance, feed, id),
    subscribe: (id, changed) => feed.subscribe(id, changed),
    onFault: (error) => instance.log.debug({ err: error }, 'invoice streams ended'),
  });
  const followFrom = async (id: string, address: string | null): Promise<WriteEvents | null> => {
    const giveBack = places.take(id, address);
    let write: WriteEvents | null = null;
    try {
      write = await snapshots.follow(id, giveBack);
      return write;
    } finally {
      if (write === null) giveBack();
    }
  };
  return operation({
    id: 'streamInvoice',
    method: 'GET',
    path: '/invoice/:id/events',
    group: 'Invoices',
    summary: 'Watch invoice',
    description: [
      'Server-sent events. Each `invoice` event, of which the first is sent at once, contains the current `{invoice,',
      'transactions, waiting, claims, block_seconds}`: up to 100 transactions with a payment, then up to 20 without,',
      'beginning with those that wait for one; the payments that wait for the merchant, with `payment: null` if it may',
      'be another customer’s; the claims of `GET /invoice/{id}`; and the seconds per block for each network with a',
      'payment in progress. Quick changes are combined in one event. A `beat` event every 6 seconds shows that the',
      'connection works. Beyond 20 streams of an invoice to one client address, or 5,000 in all, the response is 503:',
      'poll instead.',
    ].join(' '),
    access: { public: true, cookie: true, pat: 'invoices:read', appToken: true, oauth2: 'invoices:read' },
    params: idInPath,
    answer: Type.String(),
    contentType: 'text/event-stream',
    handle: async ({ params, origin }) => {
      const id = params.id.toLowerCase();
      if (!isUuid(id)) throw new Problem('not_found');
      const write = await followFrom(id, origin.ip);
      if (write === null) throw new Problem('not_found');
      const headers = {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      };
      return new Answer(write as never, { headers });
    },
  });
}

/** Returns the customer's view of an invoice; null for an unknown one. */
async function snapshot(instance: Instance, feed: InvoiceFeed, invoiceId: string): Promise<object | null> {
  const db = instance.db.publicReads;
  streamFigures.snapshots += 1;
  const invoice = await findInvoice(db, invoiceId);
  if (invoice === null) return null;
  feed.wasRead(invoice.id, invoice.sequence);
  const app = await findApp(db, invoice.appId);
  return snapshotOf(instance, invoice, app?.settings ?? null);
}

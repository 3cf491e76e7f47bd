// GET /invoice/{id}/timeline: returns the history of an invoice, each step with its reason, oldest first.

import { mayRead } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../../io/http/page.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { findInvoice } from '../../../money/ledger/invoice-store.ts';
import { ownAppOrNull } from '../../../people/apps/own-app.ts';
import { listSteps } from './timeline-store.ts';
import { TimelineStepView, timelineStepView } from './timeline-view.ts';

const description = [
  'Oldest first. A step keeps its id. Deliveries are kept for 30 days, the rest as long as the invoice. A token',
  'with scopes sees deliveries with `webhooks:read`, and what waits for the merchant with `transactions:read`.',
].join(' ');

export function getTimeline(instance: Instance): Operation {
  return operation({
    id: 'listInvoiceSteps',
    method: 'GET',
    path: '/invoice/:id/timeline',
    group: 'Invoices',
    summary: 'Get timeline',
    description,
    access: { cookie: true, pat: 'invoices:read', appToken: true, oauth2: 'invoices:read' },
    params: idInPath,
    query: Type.Object(pageQuery),
    answer: Type.Array(TimelineStepView),
    handle: async ({ params, query, caller, url }) => {
      const invoice = isUuid(params.id) ? await findInvoice(instance.db, params.id) : null;
      const app = invoice === null ? null : await ownAppOrNull(instance.db, invoice.appId, caller);
      if (invoice === null || app === null) throw new Problem('not_found');
      const page = readPage(query);
      const parts = { waiting: mayRead('transactions:read', caller), deliveries: mayRead('webhooks:read', caller) };
      const steps = await listSteps(instance.db, invoice.id, parts, page);
      return pageAnswer(steps, page, { publicUrl: instance.publicUrl, url }, (step) =>
        timelineStepView(instance, invoice, caller, step),
      ) as never;
    },
  });
}

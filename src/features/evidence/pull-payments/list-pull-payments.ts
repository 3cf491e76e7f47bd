// GET /pull-payments: lists refunds that shops asked for in another dialect, newest first.
import { several } from '../../../core/list-filters.ts';
import { anyOf, appFilter } from '../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { ownAppIds } from '../../people/apps/own-app.ts';
import { listOwnPullPayments } from './pull-payment-store.ts';
import { type PullPaymentStatus, PullPaymentView, pullPaymentStatuses, pullPaymentView } from './view.ts';

export function listPullPayments(instance: Instance): Operation {
  return operation({
    id: 'listPullPayments',
    method: 'GET',
    path: '/pull-payments',
    group: 'Refunds',
    summary: 'List pull payments',
    description: [
      'Lists refunds that a shop asked for through a door of BTCPay Greenfield. A `waiting` one names no order with',
      'exactly one paid invoice: assign it to an invoice, or archive it.',
    ].join(' '),
    access: { cookie: true, pat: 'invoices:read', appToken: true, oauth2: 'invoices:read', orScope: 'refunds:write' },
    query: Type.Object({
      ...appFilter,
      status: anyOf<PullPaymentStatus>(pullPaymentStatuses, '`waiting` unless given.'),
      ...pageQuery,
    }),
    answer: Type.Array(PullPaymentView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const appIds = await ownAppIds(instance.db, query.app_id, caller);
      const page = readPage(query);
      const statuses = several(query.status) ?? ['waiting'];
      const found = await listOwnPullPayments(instance.db, { appIds, statuses }, page);
      return pageAnswer(found, page, { publicUrl: instance.publicUrl, url }, (one) => pullPaymentView(instance, one));
    },
  });
}

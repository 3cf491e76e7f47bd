// GET /unmatched-payments: what came to an app's addresses and waits for its merchant, newest first.

import { type Operation, operation } from '../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../io/http/page.ts';
import { uuid } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { ownApp } from '../apps/own-app.ts';
import type { Instance } from '../instance.ts';
import { listUnmatched, type UnmatchedStatus } from '../payments/unmatched/unmatched-store.ts';
import { UnmatchedPaymentView, unmatchedPaymentView, unmatchedStatuses } from '../payments/unmatched/view.ts';

export function listUnmatchedPayments(instance: Instance): Operation {
  return operation({
    id: 'listUnmatchedPayments',
    method: 'GET',
    path: '/unmatched-payments',
    group: 'Transactions',
    summary: 'List unmatched payments',
    description: 'Money that reached an address of the app and cannot be told to belong to one transaction.',
    access: { cookie: true, pat: 'transactions:read', appToken: true, oauth2: 'transactions:read' },
    query: Type.Object({
      app_id: Type.Optional({ ...uuid, description: 'Implied by an app token.' }),
      status: Type.Optional(
        Type.Unsafe<UnmatchedStatus>({ type: 'string', enum: [...unmatchedStatuses], default: 'waiting' }),
      ),
      ...pageQuery,
    }),
    answer: Type.Array(UnmatchedPaymentView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const app = await ownApp(instance.db, query.app_id, caller);
      const page = readPage(query);
      const which = { appId: app.id, status: query.status ?? ('waiting' as const) };
      const payments = await listUnmatched(instance.db, which, page);
      return pageAnswer(payments, page, { publicUrl: instance.publicUrl, url }, (payment) =>
        unmatchedPaymentView(instance, payment),
      );
    },
  });
}

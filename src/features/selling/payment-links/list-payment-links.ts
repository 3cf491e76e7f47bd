// GET /payment-links: lists the payment pages of apps, newest first.
import { appFilter } from '../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';

import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { ownAppIds } from '../../people/apps/own-app.ts';
import { listPaymentLinks as readLinks } from './store.ts';
import { PaymentLinkView, paymentLinkView } from './view.ts';

export function listPaymentLinks(instance: Instance): Operation {
  return operation({
    id: 'listPaymentLinks',
    method: 'GET',
    path: '/payment-links',
    group: 'Payment links',
    summary: 'List payment links',
    description: 'For one app, or for all apps of which the caller is a member.',
    access: { cookie: true, pat: 'apps:read', appToken: true, oauth2: 'apps:read' },
    query: Type.Object({ ...appFilter, ...pageQuery }),
    answer: Type.Array(PaymentLinkView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const appIds = await ownAppIds(instance.db, query.app_id, caller);
      const page = readPage(query);
      const links = await readLinks(instance.db, appIds, page);
      const { publicUrl } = instance;
      return pageAnswer(links, page, { publicUrl, url }, (link) => paymentLinkView(link, publicUrl));
    },
  });
}

// GET /payment-link/{id}: returns a payment link of an app.
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';
import { findPaymentLink } from './store.ts';
import { PaymentLinkView, paymentLinkView } from './view.ts';

export function getPaymentLink(instance: Instance): Operation {
  return operation({
    id: 'getPaymentLink',
    method: 'GET',
    path: '/payment-link/:id',
    group: 'Payment links',
    summary: 'Get a payment link',
    description: 'Its terms, and the `url` for customers. Its invoices are in the list of the app.',
    access: { cookie: true, pat: 'apps:read', appToken: true, oauth2: 'apps:read' },
    params: idInPath,
    answer: PaymentLinkView,
    handle: async ({ params, caller }) => {
      const link = isUuid(params.id) ? await findPaymentLink(instance.db, params.id) : null;
      const app = link === null ? null : await ownAppOrNull(instance.db, link.appId, caller);
      if (link === null || app === null) throw new Problem('not_found');
      return paymentLinkView(link, instance.publicUrl);
    },
  });
}

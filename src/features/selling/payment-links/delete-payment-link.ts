// DELETE /payment-link/{id}: closes the page. Invoices made on it can still be paid.
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { ownLiveAppById } from '../../people/apps/own-app.ts';
import { keepLastPrice } from '../../people/apps/slugs/former-slug-store.ts';
import { sameSlug } from '../../people/apps/slugs/look-up-slug.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { lockPaymentLink, deletePaymentLink as remove } from './store.ts';
import { PaymentLinkView, paymentLinkView } from './view.ts';
import { giveUpLinkSlug } from './write-link.ts';

export function deletePaymentLink(instance: Instance): Operation {
  return operation({
    id: 'deletePaymentLink',
    method: 'DELETE',
    path: '/payment-link/:id',
    group: 'Payment links',
    summary: 'Delete a payment link',
    description:
      'Customers can no longer use the page. Invoices made on it can still be paid. Its slug stays with the owner.',
    access: { cookie: true, pat: 'apps:write', oauth2: 'apps:write' },
    writes: 'payment_link',
    params: idInPath,
    answer: PaymentLinkView,
    problems: ['app_archived', 'reauthentication_required'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const link = isUuid(params.id) ? await lockPaymentLink(trx, params.id) : null;
        if (link === null) throw new Problem('not_found');
        const app = await ownLiveAppById(trx, link.appId, caller);
        const facts = { before: { ...link, ...sameSlug }, after: null };
        const judged = { thing: 'payment_link', app, subjectId: link.id, ...facts } as const;
        await judgeChange(trx, instance, { caller, origin }, judged);
        await keepLastPrice(trx, instance.seals, link.id, link);
        await giveUpLinkSlug(trx, instance, app, link);
        await remove(trx, link.id);
        const before = paymentLinkView(link, instance.publicUrl);
        const subject = { of: { appId: link.appId }, subjectId: link.id, before, after: null };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'payment_link.deleted' });
        return before;
      }),
  });
}

// PUT /payment-link/{id}: changes the given fields. Invoices made on its page stay unchanged.
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { ownLiveAppById } from '../../people/apps/own-app.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { linkFields, readTerms } from './link-body.ts';
import { lockPaymentLink } from './store.ts';
import { PaymentLinkView, paymentLinkView } from './view.ts';
import { writeLink } from './write-link.ts';

const Body = Type.Partial(Type.Object(linkFields), { additionalProperties: false });

export function updatePaymentLink(instance: Instance): Operation {
  return operation({
    id: 'updatePaymentLink',
    method: 'PUT',
    path: '/payment-link/:id',
    group: 'Payment links',
    summary: 'Change a payment link',
    description: [
      'Changes the given fields. Invoices made on its page stay unchanged. The old slug redirects to the new one. To',
      'lower the total, the caller needs more rights.',
    ].join(' '),
    access: { cookie: true, pat: 'apps:write', oauth2: 'apps:write' },
    writes: 'payment_link',
    params: idInPath,
    body: Body,
    answer: PaymentLinkView,
    problems: ['app_archived', 'reauthentication_required', 'address_range_required'],
    handle: ({ params, body, caller, origin, commit }) =>
      commit(async (trx) => {
        const link = isUuid(params.id) ? await lockPaymentLink(trx, params.id) : null;
        if (link === null) throw new Problem('not_found');
        const app = await ownLiveAppById(trx, link.appId, caller);
        const { terms, warnings } = readTerms(body, link);
        const asked = { ...link, ...terms, updatedAt: instance.clock.now() };
        const written = await writeLink(trx, instance, { caller, origin }, { app, before: link, asked });
        const changed = written.link;
        const [before, after] = [link, changed].map((one) => paymentLinkView(one, instance.publicUrl));
        const subject = { of: { appId: link.appId }, subjectId: link.id, before: before ?? null, after: after ?? null };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'payment_link.updated' });
        return { ...paymentLinkView(changed, instance.publicUrl), warnings: [...warnings, ...written.warnings] };
      }),
  });
}

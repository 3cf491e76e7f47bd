// POST /payment-link: creates a page that makes an invoice of the app for each payer.
import { type Operation, operation } from '../../../io/http/operation.ts';
import { uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { ownLiveApp } from '../../people/apps/own-app.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { linkFields, readTerms } from './link-body.ts';
import { PaymentLinkView, paymentLinkView } from './view.ts';
import { writeLink } from './write-link.ts';

const Body = Type.Object({ app_id: uuid, ...linkFields }, { additionalProperties: false });

export function createPaymentLink(instance: Instance): Operation {
  return operation({
    id: 'createPaymentLink',
    method: 'POST',
    path: '/payment-link',
    group: 'Payment links',
    summary: 'Make a payment link',
    description:
      'Send customers to its `url`. A `slug` that led elsewhere, or had a higher price, needs more rights, or waits.',
    access: { cookie: true, pat: 'apps:write', oauth2: 'apps:write' },
    writes: 'payment_link',
    body: Body,
    status: 201,
    answer: PaymentLinkView,
    problems: ['not_found', 'app_archived', 'reauthentication_required', 'address_range_required'],
    handle: async ({ body, caller, origin, commit }) => {
      const app = await ownLiveApp(instance.db, body.app_id, caller);
      const nothing = { slug: body.slug, currency: body.currency, total: null, description: null };
      const { terms, warnings } = readTerms(body, nothing);
      return commit(async (trx) => {
        const now = instance.clock.now();
        const asked = { id: instance.newId(), appId: app.id, ...terms, createdAt: now, updatedAt: now };
        const written = await writeLink(trx, instance, { caller, origin }, { app, before: null, asked });
        const { link } = written;
        const after = paymentLinkView(link, instance.publicUrl);
        const subject = { of: { appId: app.id }, subjectId: link.id, before: null, after };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'payment_link.created' });
        return { ...after, warnings: [...warnings, ...written.warnings] };
      });
    },
  });
}

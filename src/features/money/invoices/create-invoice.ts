// POST /invoice: creates an invoice for an app.

import { Answer, type Operation, operation } from '../../../io/http/operation.ts';
import { nullable, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { chainClockLead } from '../../known/networks/status-store.ts';
import { appNamed, ownApp } from '../../people/apps/own-app.ts';
import { InvoiceView, invoiceView } from '../ledger/invoice-view.ts';
import { judgeNewPrice } from './acts/judge-price.ts';
import { makeInvoice } from './acts/make-invoice.ts';
import { invoiceFields, readTotal } from './invoice-body.ts';
import { listAccepted } from './offer-store.ts';
import { hasRate, payableBy } from './payable.ts';

const CreateInvoiceBody = Type.Object(
  {
    app_id: Type.Optional({ ...uuid, description: 'Implied by an app token.' }),
    ...invoiceFields,
    expires_in: Type.Optional(
      nullable(Type.Integer({ minimum: 300, maximum: 7_776_000, default: 86_400, description: 'Seconds.' })),
    ),
  },
  { additionalProperties: false },
);

export function createInvoice(instance: Instance): Operation {
  return operation({
    id: 'createInvoice',
    method: 'POST',
    path: '/invoice',
    group: 'Invoices',
    summary: 'Create invoice',
    description: [
      'Returns the open invoice (200) if one with the same order.reference and total exists. Its customer and items',
      'must be the same or left out; otherwise, or once it is paid, the response is 409. For a lower total than the',
      'last canceled or expired invoice of the order, a token with scopes also needs invoices:settle. Descriptive text',
      'never fails an order: `warnings` name fields that were cut or left out, and a currency without a rate.',
    ].join(' '),
    access: { cookie: true, pat: 'invoices:write', appToken: true, oauth2: 'invoices:write' },
    writes: 'invoice',
    body: CreateInvoiceBody,
    status: 201,
    otherStatuses: [200],
    answer: InvoiceView,
    problems: ['reference_in_use', 'not_found', 'app_archived', 'reauthentication_required'],
    handle: async ({ body, caller, origin, commit }) => {
      const [appId, now] = [appNamed(body.app_id, caller), instance.clock.now()];
      // Read in parallel: on a busy machine, each round trip to the database costs more than its statement.
      const [app, accepted, clockLeadMillis] = await Promise.all([
        ownApp(instance.db, appId, caller),
        listAccepted(instance.db, appId, now),
        chainClockLead(instance.db, appId, now),
      ]);
      const { stablecoins } = app.settings;
      const owed = readTotal(body.total, body.currency);
      const params = { app, ...owed, text: body, expiresInSeconds: body.expires_in ?? undefined, clockLeadMillis };
      return commit(async (trx) => {
        const { invoice, isNew, warnings } = await makeInvoice(trx, instance, params);
        if (isNew) await judgeNewPrice(trx, instance, { caller, origin }, { app, invoice });
        const terms = { accepted, stablecoins };
        const unrated = hasRate(instance, terms, invoice.currency) ? [] : [{ field: 'currency', code: 'no_rate' }];
        const view = {
          ...invoiceView(invoice, instance.publicUrl),
          ...payableBy(instance, terms, invoice),
          warnings: [...unrated, ...warnings.list],
        };
        return isNew ? view : new Answer(view, { status: 200 });
      });
    },
  });
}

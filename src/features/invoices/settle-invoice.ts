// POST /invoice/{id}/settle: the merchant accepts what came as payment, and says why.

import { settle } from '../../core/payment/invoice.ts';
import { Problem } from '../../core/problem.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { idInPath } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { noteChange } from '../audit/note-change.ts';
import type { Instance } from '../instance.ts';
import { changeInvoice, lockedInvoice, noChanges, tellInvoice, writeChanges } from '../ledger/changes.ts';
import { insertSettlement } from '../ledger/invoice-store.ts';
import { InvoiceView, invoiceView } from '../ledger/invoice-view.ts';
import { lockOwnInvoice } from './own-invoice.ts';

const SettleBody = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 1000 }) },
  { additionalProperties: false },
);

export function settleInvoice(instance: Instance): Operation {
  return operation({
    id: 'settleInvoice',
    method: 'POST',
    path: '/invoice/:id/settle',
    group: 'Invoices',
    summary: 'Settle invoice',
    access: { cookie: true, pat: 'invoices:settle', appToken: true, oauth2: 'invoices:settle' },
    params: idInPath,
    body: SettleBody,
    answer: InvoiceView,
    problems: ['invoice_not_settleable'],
    handle: ({ params, body, caller, origin, commit }) =>
      commit(async (trx) => {
        const { invoice } = await lockOwnInvoice(trx, params.id, caller);
        const move = settle(invoice);
        if (move === null) throw new Problem('invoice_not_settleable');
        const now = instance.clock.now();
        const changes = noChanges(now);
        changes.invoices.set(invoice.id, invoice);
        changeInvoice(changes, { ...invoice, ...move.state, paidAt: now });
        tellInvoice(changes, instance, 'invoice.paid', invoice.id);
        await insertSettlement(trx, {
          id: instance.newId(),
          invoiceId: invoice.id,
          caller,
          reason: body.reason,
          createdAt: now,
        });
        await writeChanges(trx, instance, changes);
        const view = invoiceView(lockedInvoice(changes, invoice.id), instance.publicUrl);
        await noteChange(
          trx,
          instance,
          { caller, origin },
          {
            of: { appId: invoice.appId },
            action: 'invoice.settled',
            subjectId: invoice.id,
            before: { status: invoice.status },
            after: { status: view.status, reason: body.reason },
          },
        );
        return view;
      }),
  });
}

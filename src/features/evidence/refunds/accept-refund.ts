// POST /refund/{id}/accept: the merchant counts a transfer of another amount as the refund.
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { openBooks } from '../../money/ledger/open-books.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { acceptAmount } from '../outgoing/expect-transfer.ts';
import { emitRefund, followRefund } from './acts/follow-refund.ts';
import { anyRefund, ownRefund } from './own-refund.ts';
import { RefundView, refundView } from './view.ts';

const Body = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 1000 }) },
  { additionalProperties: false, examples: [{ reason: 'The exchange kept its fee.' }] },
);

export function acceptRefund(instance: Instance): Operation {
  return operation({
    id: 'acceptRefund',
    method: 'POST',
    path: '/refund/:id/accept',
    group: 'Refunds',
    summary: 'Accept another amount',
    description: 'What was sent counts, at the refund’s rate. 409 unless the refund is `seen` with `amount_differs`.',
    access: { cookie: true, pat: 'refunds:write', appToken: true, oauth2: 'refunds:write' },
    writes: 'refund_acceptance',
    params: idInPath,
    body: Body,
    answer: RefundView,
    problems: ['refund_not_acceptable'],
    handle: ({ params, body, caller, origin, commit }) =>
      commit(async (trx) => {
        const { refund: found, app } = await ownRefund(trx, params.id, caller);
        const judged = { app, subjectId: found.id, before: found, after: found };
        await judgeChange(trx, instance, { caller, origin }, { thing: 'refund_acceptance', ...judged });
        // Expected transfers are locked before invoices.
        const isAccepted = found.watchId !== null && (await acceptAmount(trx, instance, found.watchId));
        if (!found.amountDiffers || !isAccepted) throw new Problem('refund_not_acceptable');
        const { refund, report } = await openBooks(trx, instance, { invoices: [found.invoiceId] }, async (books) => {
          const differing = await anyRefund(trx, found.id);
          emitRefund(books, 'accepted', { refund: { ...differing, reason: body.reason }, report: null });
          return followRefund(trx, books, differing);
        });
        await auditChange(
          trx,
          instance,
          { caller, origin },
          {
            of: { appId: refund.appId },
            action: 'refund.accepted',
            subjectId: refund.id,
            before: { amount_differs: true },
            after: { amount_differs: false, reason: body.reason, sent_amount: String(refund.sentAmount) },
          },
        );
        return refundView(instance, refund, report);
      }),
  });
}

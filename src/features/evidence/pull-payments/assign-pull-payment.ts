// POST /pull-payment/{id}/assign: the merchant names the invoice that a pull payment refunds.
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { findInvoice } from '../../money/ledger/invoice-store.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import type { ChangedBy } from '../refunds/acts/change-refund.ts';
import { checkRefund, makeRefund, type WantedRefund } from '../refunds/acts/new-refund/make-refund.ts';
import { withRenamedFields } from '../refunds/acts/new-refund/renamed-fields.ts';
import { answerWithPsbt } from '../refunds/psbt/answer-with-psbt.ts';
import { RefundView } from '../refunds/view.ts';
import { isWaiting, type OwnPullPayment, ownPullPayment } from './own-pull-payment.ts';
import { changePullPayment } from './pull-payment-store.ts';
import { refundAskedFor } from './refund-asked-for.ts';

const Body = Type.Object(
  { invoice_id: { ...uuid, description: 'A paid invoice of the same app, in the same currency.' } },
  { additionalProperties: false },
);

export function assignPullPayment(instance: Instance): Operation {
  return operation({
    id: 'assignPullPayment',
    method: 'POST',
    path: '/pull-payment/:id/assign',
    group: 'Refunds',
    summary: 'Assign pull payment',
    description: [
      'Makes it a refund of the invoice at the current rate, with the same id. If the customer named a destination',
      'meanwhile, the refund goes there. 409 unless it is `waiting`.',
    ].join(' '),
    access: { cookie: true, pat: 'refunds:write', appToken: true, oauth2: 'refunds:write' },
    writes: 'pull_payment_assignment',
    params: idInPath,
    body: Body,
    answer: RefundView,
    problems: ['refund_not_changeable', 'exceeds_paid', 'rate_unavailable'],
    handle: async ({ params, body, caller, origin, commit }) => {
      const by = { caller, origin };
      const own = await ownPullPayment(instance.db, params.id, { caller, now: instance.clock.now() });
      if (!isWaiting(own.pullPayment)) throw new Problem('refund_not_changeable');
      const invoiceId = body.invoice_id.toLowerCase();
      await requireOwnInvoice(instance, own, invoiceId);
      const wanted = await namingInvoice(() => checkRefund(instance, askedFor(instance, own, invoiceId), by));
      return answerWithPsbt(instance, {
        commit,
        change: (trx) => namingInvoice(() => assign(trx, instance, { own, wanted, by })),
      });
    },
  });
}

/** Throws Problem that names `invoice_id`. */
async function requireOwnInvoice(
  { db }: Pick<Instance, 'db'>,
  { pullPayment }: OwnPullPayment,
  id: string,
): Promise<void> {
  const invoice = await findInvoice(db, id);
  if (invoice?.appId !== pullPayment.appId)
    throw fieldProblem('invoice_id', 'unknown_invoice', 'There is no such invoice of the app.');
  if (invoice.currency !== pullPayment.currency)
    throw fieldProblem('invoice_id', 'other_currency', `The invoice is in ${invoice.currency}.`);
}

function askedFor({ catalog }: Pick<Instance, 'catalog'>, { pullPayment }: OwnPullPayment, invoiceId: string) {
  const { recipient, assetId } = pullPayment;
  const asset = assetId === null ? null : catalog.assetById(assetId);
  return refundAskedFor(pullPayment, {
    invoiceId,
    named: asset === null ? {} : { cryptocurrency: asset.cryptocurrency.symbol, network: asset.network.symbol },
    recipient: asset === null ? null : recipient,
  });
}

interface Assigning {
  readonly own: OwnPullPayment;
  readonly wanted: WantedRefund;
  readonly by: ChangedBy;
}

async function assign(trx: Queryable, instance: Instance, { own: { pullPayment, app }, wanted, by }: Assigning) {
  const assigned = { ...pullPayment, invoiceId: wanted.invoiceId };
  const judged = { app, subjectId: pullPayment.id, before: pullPayment, after: assigned };
  await judgeChange(trx, instance, by, { thing: 'pull_payment_assignment', ...judged });
  if (!(await changePullPayment(trx, pullPayment, assigned))) throw new Problem('refund_not_changeable');
  return makeRefund(trx, instance, wanted);
}

/** The request has one field. */
function namingInvoice<Result>(act: () => Promise<Result>): Promise<Result> {
  return withRenamedFields(() => 'invoice_id', act);
}

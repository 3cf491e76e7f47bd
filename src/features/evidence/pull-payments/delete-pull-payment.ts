// DELETE /pull-payment/{id}: the merchant gives a pull payment up.
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { archivePullPayment } from './acts/archive-pull-payment.ts';
import { ownPullPayment } from './own-pull-payment.ts';
import { PullPaymentView, pullPaymentView } from './view.ts';

export function deletePullPayment(instance: Instance): Operation {
  return operation({
    id: 'deletePullPayment',
    method: 'DELETE',
    path: '/pull-payment/:id',
    group: 'Refunds',
    summary: 'Archive pull payment',
    description: 'A refund of it is canceled, unless a transfer was seen. Then nothing of the refund changes.',
    access: { cookie: true, pat: 'refunds:write', appToken: true, oauth2: 'refunds:write' },
    writes: 'refund',
    params: idInPath,
    answer: PullPaymentView,
    problems: ['refund_not_changeable'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const { pullPayment } = await ownPullPayment(trx, params.id, { caller, now: instance.clock.now() });
        return pullPaymentView(instance, await archivePullPayment(trx, instance, pullPayment, { caller, origin }));
      }),
  });
}

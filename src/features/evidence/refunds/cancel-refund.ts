// DELETE /refund/{id}: the merchant cancels a refund that no transfer was seen for.
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { cancelOpenRefund } from './acts/cancel-open-refund.ts';
import { RefundView, refundView } from './view.ts';

export function cancelRefund(instance: Instance): Operation {
  return operation({
    id: 'cancelRefund',
    method: 'DELETE',
    path: '/refund/:id',
    group: 'Refunds',
    summary: 'Cancel refund',
    description: [
      'Nothing is taken back: do not send a signed transfer afterwards. Its destination is watched for another 7 days,',
      'and a transfer that comes all the same makes the refund `seen` and `sent`. 409 once a transfer was seen.',
    ].join(' '),
    access: { cookie: true, pat: 'refunds:write', appToken: true, oauth2: 'refunds:write' },
    writes: 'refund',
    params: idInPath,
    answer: RefundView,
    problems: ['refund_not_cancelable'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const canceled = await cancelOpenRefund(trx, instance, params.id, { caller, origin });
        return refundView(instance, canceled, null);
      }),
  });
}

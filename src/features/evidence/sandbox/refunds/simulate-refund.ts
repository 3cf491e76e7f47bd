// POST /sandbox/refund/{id}/simulate: simulates the transfer of a refund through the code of real ones, without coins.
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { holdCursor } from '../../../known/networks/cursor-store.ts';
import { assetOf } from '../../refunds/acts/follow-refund.ts';
import { ownRefund } from '../../refunds/own-refund.ts';
import { RefundView, refundView } from '../../refunds/view.ts';
import { sandboxWriters } from '../development-app.ts';
import { playRefundCase, type RefundCase, refundCases } from './play-refund-case.ts';

const SimulateBody = Type.Object(
  { case: Type.Unsafe<RefundCase>({ type: 'string', enum: [...refundCases] }) },
  { additionalProperties: false },
);

export function simulateRefund(instance: Instance): Operation {
  return operation({
    id: 'simulateRefund',
    method: 'POST',
    path: '/sandbox/refund/:id/simulate',
    group: 'Sandbox',
    summary: 'Simulate the transfer of a refund',
    description: [
      'For refunds of development apps with a destination. `seen`: the transfer is in a block. `sent`: it is',
      'confirmed. `amount_differs`: another amount came. `reversed`: it was sent, and a reorg removed it. A simulated',
      'refund that is `seen` can be `sent` or `reversed` later. The case ends as named, with its events and webhooks;',
      'otherwise nothing changes and the response is 409. Simulated transfers are in block 0.',
    ].join(' '),
    access: sandboxWriters,
    writes: 'simulation',
    params: idInPath,
    body: SimulateBody,
    answer: RefundView,
    problems: ['not_found', 'development_only', 'refund_not_ready', 'simulation_refused'],
    handle: ({ params, body, caller, commit }) =>
      commit(async (trx) => {
        const { refund, app } = await ownRefund(trx, params.id, caller);
        if (app.environment !== 'development') throw new Problem('development_only');
        const asset = assetOf(instance, refund);
        await holdCursor(trx, asset.network.id);
        const played = await playRefundCase(trx, instance, { refundId: refund.id, asset, what: body.case });
        return refundView(instance, played.refund, played.report);
      }),
  });
}

// PUT /refund/{id}: the customer names the destination once; the merchant may change it while the refund is ready.
import { fieldsOf } from '../../../core/effects/fields-of.ts';
import { fieldProblem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, nullable } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { changeRefund } from './acts/change-refund.ts';
import { assetOf } from './acts/follow-refund.ts';
import { giveAddress } from './acts/give-address.ts';
import { readDestination } from './acts/read-destination.ts';
import { anyRefund, changedAs } from './own-refund.ts';
import { answerWithPsbt } from './psbt/answer-with-psbt.ts';
import { confirmField, reasonField, toField } from './refund-body.ts';
import { publicRefundView, RefundView, refundView } from './view.ts';

const Body = Type.Object(
  fieldsOf('refund', { to: toField, confirm: confirmField, reason: Type.Optional(nullable(reasonField)) }),
  { additionalProperties: false, examples: [{ to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }] },
);

export function updateRefund(instance: Instance): Operation {
  return operation({
    id: 'updateRefund',
    method: 'PUT',
    path: '/refund/:id',
    group: 'Refunds',
    summary: 'Update refund',
    description: [
      'Without authentication: the customer gives `to`, once. The merchant may change it until a transfer was seen.',
      'The earlier destination stays watched, because a transfer to it may be on its way. Callers of the merchant need',
      'the right to refund, for each field. On a UTXO network, a repeated request with the same Idempotency-Key gets',
      'the answer without the PSBT (`not_prepared`).',
    ].join(' '),
    access: {
      public: true,
      cookie: true,
      pat: 'refunds:write',
      appToken: true,
      oauth2: 'refunds:write',
      permission: 'refund',
    },
    writes: 'refund',
    params: idInPath,
    body: Body,
    answer: RefundView,
    problems: [
      ...(['forbidden', 'insufficient_scope', 'role_required'] as const),
      ...(['address_given', 'refund_not_changeable', 'rate_unavailable'] as const),
    ],
    handle: async ({ params, body, caller, origin, commit }) => {
      const found = await anyRefund(instance.db, params.id);
      const { app, isMerchant } = await changedAs(instance.db, found, { caller, now: instance.clock.now() });
      const written = { to: body.to ?? '', isConfirmed: body.confirm === true };
      const by = { caller, origin };
      if (!isMerchant) {
        if (body.reason !== undefined) throw fieldProblem('reason', 'not_allowed', 'Only the merchant may change it.');
        const given = await giveAddress(instance, { found, app }, written, { by, commit });
        return publicRefundView(instance, given.refund, given.report);
      }
      const asset = assetOf(instance, found);
      const recipient = body.to == null ? null : await readDestination(instance, asset, written);
      const wanted = { recipient, reason: body.reason, app, isMerchant, by };
      const change = async (trx: Queryable) => {
        const { refund, report } = await changeRefund(trx, instance, found, wanted);
        return { refund, view: refundView(instance, refund, report) };
      };
      return answerWithPsbt(instance, { commit, change });
    },
  });
}

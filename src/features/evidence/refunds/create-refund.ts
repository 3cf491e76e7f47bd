// POST /refund: prepares a refund. The merchant's own wallet sends it.
import { fieldsOf } from '../../../core/effects/fields-of.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { decimal, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { checkRefund, makeRefund } from './acts/new-refund/make-refund.ts';
import { answerWithPsbt } from './psbt/answer-with-psbt.ts';
import { confirmField, rateKindField, reasonField, toField } from './refund-body.ts';
import { RefundView } from './view.ts';

const Body = Type.Object(
  fieldsOf('refund', {
    invoice_id: uuid,
    fiat_value: Type.Optional({
      ...decimal,
      description: [
        "In the invoice's currency. Default: what is left of the overpaid amount. If nothing was overpaid, all that",
        'can still be refunded.',
      ].join(' '),
    }),
    overpaid: Type.Optional(Type.Literal(true, { description: 'Refunds exactly what was overpaid.' })),
    cryptocurrency: Type.Optional(
      Type.String({ minLength: 1, maxLength: 50, description: 'Default: the coin of the largest payment.' }),
    ),
    network: Type.Optional(
      Type.String({ minLength: 1, maxLength: 50, description: 'Default: the network of the largest payment.' }),
    ),
    to: toField,
    confirm: confirmField,
    rate_kind: Type.Optional({ ...rateKindField, default: 'locked' }),
    reason: reasonField,
  }),
  {
    additionalProperties: false,
    examples: [{ invoice_id: '3f1b7c52-6a0e-4a51-9d38-0c6d2b1f8e44', overpaid: true, rate_kind: 'locked' }],
  },
);

export function createRefund(instance: Instance): Operation {
  return operation({
    id: 'createRefund',
    method: 'POST',
    path: '/refund',
    group: 'Refunds',
    summary: 'Prepare a refund',
    description: [
      'Nothing here can send coins. With `to`, the answer has the amount and the transfer to sign in your wallet.',
      'Without it, the customer names the destination at `refund_url`. The transfer is then found on the chain. On a',
      'UTXO network, a repeated request with the same Idempotency-Key gets the answer without the PSBT',
      '(`not_prepared`).',
    ].join(' '),
    access: { cookie: true, pat: 'refunds:write', appToken: true, oauth2: 'refunds:write' },
    writes: 'refund',
    body: Body,
    status: 201,
    answer: RefundView,
    problems: ['not_found', 'exceeds_paid', 'rate_unavailable'],
    handle: async ({ body, caller, origin, commit }) => {
      const { fiat_value, overpaid, cryptocurrency, network, to, confirm, rate_kind, reason } = body;
      const asked = {
        invoiceId: body.invoice_id,
        value: { fiat_value, overpaid },
        named: { cryptocurrency, network },
        destination: to == null ? null : { to, isConfirmed: confirm === true },
        rateKind: rate_kind ?? 'locked',
        reason: reason ?? null,
      };
      const wanted = await checkRefund(instance, asked, { caller, origin });
      return answerWithPsbt(instance, { commit, change: (trx) => makeRefund(trx, instance, wanted) });
    },
  });
}

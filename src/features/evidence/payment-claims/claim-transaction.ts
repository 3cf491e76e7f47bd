// POST /transaction/{id}/claim: a customer names the chain transaction that paid, and may sign the claim.

import { Answer, type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { visitorKey } from '../../known/requests/visitor-key.ts';
import { TransactionView } from '../../money/ledger/transaction-view.ts';
import { lookUpClaim, settleClaim } from './claim-payment.ts';

const ClaimBody = Type.Object(
  {
    hash: Type.String({ minLength: 1, maxLength: 200, description: 'The hash of the chain transaction that paid.' }),
    signature: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20_000,
        description: [
          'The signature of the paying address over `claim_text` with the hash filled in: EIP-191 or EIP-1271 on EVM',
          'networks, TIP-191 on TRON.',
        ].join(' '),
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ hash: '0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b' }],
  },
);

export function claimTransaction(instance: Instance): Operation {
  const visitorOf = visitorKey(instance);
  return operation({
    id: 'claimTransaction',
    method: 'POST',
    path: '/transaction/:id/claim',
    group: 'Transactions',
    summary: 'Claim payment',
    description: [
      '200: the payment is attached, because its sender signed, or because it has exactly the quoted amount',
      'and is no older than the transaction. 202: it is not attached yet. The merchant sees the claim, and the sender',
      'may sign `claim_text` to prove it. If it moves a token that is not accepted, `claim_notice` names the contract.',
      '422 `claim_refused`: the hash pays nothing here, or it belongs to another payment.',
    ].join(' '),
    access: { public: true, cookie: true, pat: 'transactions:write', appToken: true, oauth2: 'transactions:write' },
    writes: 'claim',
    params: idInPath,
    body: ClaimBody,
    otherStatuses: [202],
    answer: TransactionView,
    problems: ['claim_refused', 'rate_limited', 'temporarily_unavailable'],
    handle: async ({ params, body, origin, commit }) => {
      const said = { hash: body.hash, signature: body.signature ?? null, visitor: visitorOf(origin.ip) };
      const claim = await lookUpClaim(instance, params.id, said);
      return commit(async (trx) => {
        const { isAttached, view } = await settleClaim(trx, instance, claim);
        return isAttached ? view : new Answer(view, { status: 202 });
      });
    },
  });
}

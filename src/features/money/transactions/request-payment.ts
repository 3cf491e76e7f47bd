// POST /invoice/{id}/payment-request: a customer starts an attempt to pay without naming the sending address.
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { TransactionView } from '../ledger/transaction-view.ts';
import { readAsset } from './attempt-params.ts';
import { type AttemptMaker, attemptProblems } from './make-attempt.ts';

const PaymentRequestBody = Type.Object(
  {
    cryptocurrency: Type.String({ minLength: 1, maxLength: 50, description: 'Symbol, e.g. BTC, ETH.' }),
    network: Type.String({ minLength: 1, maxLength: 50, description: 'Network symbol, e.g. ethereum, tron.' }),
    exchange: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'It is paid from an exchange: the price holds for an hour, whatever quote_window says.',
      }),
    ),
  },
  { additionalProperties: false },
);

export function requestPayment(instance: Instance, makeAttempt: AttemptMaker): Operation {
  return operation({
    id: 'requestPayment',
    method: 'POST',
    path: '/invoice/:id/payment-request',
    group: 'Transactions',
    summary: 'Request payment details',
    description: [
      'Makes a transaction without `from`: the sender is filled in when the chain shows it. Where the app has no',
      'extended public key, it gets a fixed address that no other open transaction uses; if there is none, an amount',
      'that no other open transaction has. Asking again with the same coin replaces what was asked before, and keeps',
      'its address. If that was canceled, the answer is the same transaction, as for `POST /transaction`. Amounts have',
      'at most 8 decimals (6 for stable coins), as exchanges send no more.',
    ].join(' '),
    access: { public: true, cookie: true, pat: 'transactions:write', appToken: true, oauth2: 'transactions:write' },
    writes: 'attempt',
    params: idInPath,
    body: PaymentRequestBody,
    status: 201,
    answer: TransactionView,
    problems: [...attemptProblems],
    findsIdempotent: true,
    handle: ({ params, body, commit, idempotentRequest }) => {
      if (!isUuid(params.id)) throw new Problem('not_found', { detail: 'There is no such invoice.' });
      const asset = readAsset(instance, body);
      const wanted = { invoiceId: params.id.toLowerCase(), asset, sender: null, isExchange: body.exchange === true };
      return makeAttempt(wanted, { commit, idempotentRequest });
    },
  });
}

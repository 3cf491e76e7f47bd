// POST /invoice/{id}/payment-request: a customer starts an attempt to pay without naming the sending address.
import { Problem } from '../../../core/problem.ts';
import { testWallet } from '../../../io/chains/test-chain/test-addresses.ts';
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
        description: 'The customer pays from an exchange: the price holds for an hour, whatever quote_window says.',
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
      'Makes a transaction without `from`: the sender is filled in when the chain shows it. If the app has no extended',
      'public key, the transaction gets a fixed address that no other open one uses; if there is none, a unique',
      'amount. Repeating the request with the same coin replaces the earlier transaction and keeps its address. A',
      'canceled one is returned unchanged, as in `POST /transaction`. Amounts have at most 8 decimals (6 for stable',
      'coins), because exchanges send no more.',
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
      const invoiceId = params.id.toLowerCase();
      // On the test chain the service pays for the customer, so the sender is known. It identifies any amount.
      const sender = asset.network.hasTestChain ? testWallet(invoiceId) : null;
      const wanted = { invoiceId, asset, sender, isExchange: body.exchange === true };
      return makeAttempt(wanted, { commit, idempotentRequest });
    },
  });
}

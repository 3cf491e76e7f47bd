// POST /transaction: a customer starts an attempt to pay and names the sending address.
import { type Operation, operation } from '../../../io/http/operation.ts';
import { uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { TransactionView } from '../ledger/transaction-view.ts';
import { readAttemptParams } from './attempt-params.ts';
import { type AttemptMaker, attemptProblems } from './make-attempt.ts';

const CreateTransactionBody = Type.Object(
  {
    invoice_id: uuid,
    from: Type.String({ minLength: 1, maxLength: 200, description: 'The address that will send the payment.' }),
    cryptocurrency: Type.String({ minLength: 1, maxLength: 50, description: 'Symbol, e.g. BTC, ETH.' }),
    network: Type.String({ minLength: 1, maxLength: 50, description: 'Network symbol, e.g. ethereum, tron.' }),
  },
  { additionalProperties: false },
);

export function createTransaction(instance: Instance, makeAttempt: AttemptMaker): Operation {
  return operation({
    id: 'createTransaction',
    method: 'POST',
    path: '/transaction',
    group: 'Transactions',
    summary: 'Create transaction',
    description: [
      'An invoice can have at most 10 processing transactions at a time, and at most 100 in a row without a payment;',
      'one more returns 409 `too_many_transactions`. Repeating a canceled one without a payment returns the same',
      'transaction, as long as its quote has not expired and the invoice still asks for the same amount.',
    ].join(' '),
    access: { public: true, cookie: true, pat: 'transactions:write', appToken: true, oauth2: 'transactions:write' },
    writes: 'attempt',
    body: CreateTransactionBody,
    status: 201,
    answer: TransactionView,
    problems: [...attemptProblems],
    findsIdempotent: true,
    handle: ({ body, commit, idempotentRequest }) =>
      makeAttempt(readAttemptParams(instance, body), { commit, idempotentRequest }),
  });
}

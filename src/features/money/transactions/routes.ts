// The operations on transactions.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { cancelTransaction } from './cancel-transaction.ts';
import { createTransaction } from './create-transaction.ts';
import { getTransaction } from './get-transaction.ts';
import { listPayments } from './list-payments.ts';
import { listTransactions } from './list-transactions.ts';
import { attemptMaker } from './make-attempt.ts';
import { requestPayment } from './request-payment.ts';
import { getAddressKey } from './signed-address/get-address-key.ts';
import { addressSigner } from './signed-address/sign-address.ts';

export function transactionRoutes(instance: Instance): Operation[] {
  const makeAttempt = attemptMaker(instance);
  const signer = addressSigner(instance);
  return [
    listTransactions(instance),
    listPayments(instance),
    getTransaction(instance, signer),
    createTransaction(instance, makeAttempt),
    requestPayment(instance, makeAttempt),
    cancelTransaction(instance),
    getAddressKey(signer),
  ];
}

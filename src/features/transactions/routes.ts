// The operations on transactions.
import type { Operation } from '../../io/http/operation.ts';
import type { Instance } from '../instance.ts';
import { cancelTransaction } from './cancel-transaction.ts';
import { createTransaction } from './create-transaction.ts';
import { getTransaction } from './get-transaction.ts';
import { listTransactions } from './list-transactions.ts';

export function transactionRoutes(instance: Instance): Operation[] {
  return [
    listTransactions(instance),
    getTransaction(instance),
    createTransaction(instance),
    cancelTransaction(instance),
  ];
}

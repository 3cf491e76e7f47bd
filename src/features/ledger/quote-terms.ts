// The terms that a stored transaction was quoted on, as the rules need them.
import { currencyOf } from '../../core/money/currency.ts';
import type { QuoteTerms } from '../../core/payment/transaction.ts';
import type { Instance } from '../instance.ts';
import type { Transaction } from './transaction-store.ts';

export function quoteTerms(
  instance: Pick<Instance, 'catalog'>,
  transaction: Transaction,
  currencyCode: string,
): QuoteTerms {
  const asset = instance.catalog.assetById(transaction.assetId);
  const currency = currencyOf(currencyCode);
  if (asset === null || currency === null)
    throw new Error(`transaction ${transaction.id} is in an asset or currency that is gone`);
  return {
    amount: transaction.amount,
    quoted: transaction.quoted,
    rate: transaction.rate,
    assetDecimals: asset.decimals,
    minorDecimals: currency.decimals,
  };
}

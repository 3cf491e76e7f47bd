// The signed statement about an attempt. It contains everything that another page needs to request the payment.
import type { transactionView } from '../../ledger/transaction-view.ts';

export type StatedTransaction = Pick<
  ReturnType<typeof transactionView>,
  'id' | 'invoice_id' | 'status' | 'hash' | 'to' | 'amount' | 'contract' | 'payment_uri' | 'expire_at'
> & {
  readonly network: { readonly symbol: string; readonly name: string };
  readonly cryptocurrency: { readonly symbol: string };
};

/** Returns whether payment is still requested at `now`. */
export function isAwaited({ status, hash, to, amount, payment_uri, expire_at }: StatedTransaction, now: Date): boolean {
  if (status !== 'processing' || hash !== null || to === '' || amount === null || payment_uri === null) return false;
  return expire_at === null || Date.parse(expire_at) > now.getTime();
}

/**
 * An attempt that no longer waits for payment has no address in its statement. `chainId` is the EIP-155 chain id, or
 * null.
 */
export function statementView(transaction: StatedTransaction, chainId: number | null, now: Date) {
  const { id, invoice_id, status, hash, to, amount, contract, payment_uri, expire_at } = transaction;
  const awaited = isAwaited(transaction, now);
  return {
    invoice_id,
    transaction_id: id,
    status,
    hash,
    awaited,
    ...(awaited ? { to, amount, payment_uri } : { to: '', amount: null, payment_uri: null }),
    cryptocurrency: transaction.cryptocurrency.symbol,
    contract,
    network: transaction.network.symbol,
    network_name: transaction.network.name,
    chain_id: chainId,
    expire_at,
    signed_at: now.toISOString(),
  };
}

// The statement of an attempt that the instance signs: all that another page needs to ask for the payment by itself.
import type { transactionView } from '../../ledger/transaction-view.ts';

export type StatedTransaction = Pick<
  ReturnType<typeof transactionView>,
  'id' | 'invoice_id' | 'status' | 'hash' | 'to' | 'amount' | 'contract' | 'payment_uri' | 'expire_at'
> & {
  readonly network: { readonly symbol: string; readonly name: string };
  readonly cryptocurrency: { readonly symbol: string };
};

/** Whether a payment of it is still asked for at `now`. */
export function isAwaited({ status, hash, to, amount, payment_uri, expire_at }: StatedTransaction, now: Date): boolean {
  if (status !== 'processing' || hash !== null || to === '' || amount === null || payment_uri === null) return false;
  return expire_at === null || Date.parse(expire_at) > now.getTime();
}

/** An attempt that is no longer awaited has no address in it. `chainId` is that of EIP-155, or null. */
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

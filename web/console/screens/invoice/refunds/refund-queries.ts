// The queries for an invoice, its refunds and its payments. Events refetch all of them.
import { queryOptions } from '@tanstack/react-query';
import type { Invoice, Refund, Transaction } from '../../../../../sdk/typescript/src/generated/api.ts';
import { isPayable, isRemoved } from '../../../../../src/core/payment/outgoing/refund.ts';
import { api } from '../../../browser/api.ts';

/** Confirmations raise no event, so poll while something is confirming. */
const askAgainMillis = 3000;
/** The service renews an amount that is no longer held when the refund is read. */
const renewMillis = 60_000;

export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: ['invoice', id],
    queryFn: ({ signal }) => api.get<Invoice>(`/invoice/${id}`, {}, signal),
  });

export const refundsQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ['invoice', invoiceId, 'refunds'],
    queryFn: ({ signal }) => api.get<Refund[]>('/refunds', { invoice_id: invoiceId, limit: 100 }, signal),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'seen') ? askAgainMillis : false),
  });

/** One refund with the amount that is held now. */
export const refundQuery = ({ id, invoice_id: invoiceId }: Pick<Refund, 'id' | 'invoice_id'>) =>
  queryOptions({
    queryKey: ['invoice', invoiceId, 'refund', id],
    queryFn: ({ signal }) => api.get<Refund>(`/refund/${id}`, {}, signal),
    refetchInterval: ({ state }) => (state.data?.status === 'seen' ? askAgainMillis : renewMillis),
  });

export const transactionsQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ['invoice', invoiceId, 'transactions'],
    queryFn: ({ signal }) => api.get<Transaction[]>('/transactions', { invoice_id: invoiceId }, signal),
    refetchInterval: ({ state }) => (state.data?.some(isConfirming) ? askAgainMillis : false),
  });

const isConfirming = ({ status, hash }: Transaction) => status === 'processing' && hash !== null;

/** Whether the exact amount is still to be sent: none came, or another amount. */
export function isToSend({ status, amount_differs: differs }: Pick<Refund, 'status' | 'amount_differs'>): boolean {
  return isPayable({ status, amountDiffers: differs });
}

/** Whether a hash was reported that is not in a block yet. */
export function isReported(refund: Refund): boolean {
  const { hash, reported_hash: reported } = refund;
  return isToSend(refund) && reported != null && reported !== hash;
}

/** Whether a reorg removed the transfer. */
export function wasRemoved({ status, seen_at: seenAt }: Pick<Refund, 'status' | 'seen_at'>): boolean {
  return isRemoved({ status, seenAt });
}

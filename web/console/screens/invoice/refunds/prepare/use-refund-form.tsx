// Opens the form that prepares a refund: by a button of the page, or by a link to it.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Invoice } from '../../../../../../sdk/src/generated/api.ts';
import { useMayRefund } from '../../../../evidence/may-refund.ts';
import { oneOf, useListSearch } from '../../../../lists/list-search.ts';
import { refundsQuery, transactionsQuery } from '../refund-queries.ts';
import { NewRefund } from './new-refund.tsx';
import { refundable } from './refundable.ts';

/** The id of the payment to refund, or `invoice` for the whole invoice. */
export type RefundSource = string;
export const wholeInvoice: RefundSource = 'invoice';

export interface RefundForm {
  /** Null if the person may not refund, or nothing is left to refund. */
  readonly open: ((source: RefundSource) => void) | null;
  readonly hasExcess: boolean;
  readonly drawn: React.ReactNode;
}

export function useRefundForm(invoice: Invoice): RefundForm {
  const mayRefund = useMayRefund(invoice.app_id);
  const { data: refunds } = useQuery(refundsQuery(invoice.id));
  const { data: transactions } = useQuery(transactionsQuery(invoice.id));
  const [source, setSource] = useState<RefundSource | null>(null);
  useLinkedSource(setSource);
  const sums = refunds === undefined ? null : refundable(invoice, refunds);
  const isPossible = mayRefund && sums !== null && sums.left !== null && transactions !== undefined;
  return {
    open: isPossible ? setSource : null,
    hasExcess: isPossible && sums.excess !== null,
    drawn: isPossible ? <NewRefund {...{ invoice, transactions, sums, source }} close={() => setSource(null)} /> : null,
  };
}

/** A link names the source once: going back does not open the form again. */
function useLinkedSource(open: (source: RefundSource) => void): void {
  const { search, change } = useListSearch();
  const wanted = oneOf(search, 'refund');
  useEffect(() => {
    if (wanted === '') return;
    open(wanted);
    change({ refund: undefined });
  }, [wanted, change, open]);
}

// Opens the form that prepares a refund: by a button of the page, or by a link to it.
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Invoice } from '../../../../../../sdk/typescript/src/generated/api.ts';
import { useMayRefund } from '../../../../evidence/may-refund.ts';
import { oneOf, useListSearch } from '../../../../lists/list-search.ts';
import { words } from '../../../../words/words.ts';
import { invoiceQuery, refundsQuery, transactionsQuery } from '../refund-queries.ts';
import { type RefundSource, useFreshSource } from './fresh-source.ts';
import { NewRefund } from './new-refund.tsx';
import { refundable } from './refundable.ts';

export interface RefundForm {
  /** Null if the person may not refund, or nothing is left to refund. */
  readonly open: ((source: RefundSource) => void) | null;
  readonly hasExcess: boolean;
  readonly drawn: React.ReactNode;
}

export function useRefundForm({ id, app_id: appId }: Pick<Invoice, 'id' | 'app_id'>): RefundForm {
  const mayRefund = useMayRefund(appId);
  const { data: invoice } = useQuery(invoiceQuery(id));
  const { data: refunds } = useQuery(refundsQuery(id));
  const { data: transactions } = useQuery(transactionsQuery(id));
  const { opening, open, close } = useFreshSource(id);
  useLinkedSource(open);
  const sums = invoice === undefined || refunds === undefined ? null : refundable(invoice, refunds);
  const isPossible =
    mayRefund && sums !== null && sums.left !== null && invoice !== undefined && transactions !== undefined;
  const source = opening.is === 'open' ? opening.source : null;
  return {
    open: isPossible ? open : null,
    hasExcess: isPossible && sums.excess !== null,
    drawn: (
      <>
        {mayRefund && opening.is === 'unconfirmed' ? <AwaitsPayment close={close} /> : null}
        {isPossible ? <NewRefund {...{ invoice, transactions, sums, source, close }} /> : null}
      </>
    ),
  };
}

function AwaitsPayment({ close }: { readonly close: () => void }) {
  return (
    <Alert
      color="blue"
      variant="light"
      mb="md"
      role="status"
      withCloseButton
      closeButtonLabel={words.common.close}
      onClose={close}
    >
      {words.refunds.awaitsPayment}
    </Alert>
  );
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

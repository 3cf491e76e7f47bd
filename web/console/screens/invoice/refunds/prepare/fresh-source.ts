// The payment that a refund is prepared for. Its form opens with figures that were just read: a payment that was
// confirmed a moment ago may be in one answer of the service and missing in an older one.
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { invoiceQuery, refundsQuery, transactionsQuery } from '../refund-queries.ts';

/** The id of the payment to refund, or `invoice` for the whole invoice. */
export type RefundSource = string;
export const wholeInvoice: RefundSource = 'invoice';

export type Opening =
  | { readonly is: 'closed' }
  /** Its figures are being read. */
  | { readonly is: 'reading'; readonly source: RefundSource }
  /** It has no value to refund yet. */
  | { readonly is: 'unconfirmed'; readonly source: RefundSource }
  | { readonly is: 'open'; readonly source: RefundSource };

export interface FreshSource {
  readonly opening: Opening;
  readonly open: (source: RefundSource) => void;
  readonly close: () => void;
}

export function useFreshSource(invoiceId: string): FreshSource {
  const client = useQueryClient();
  const [opening, setOpening] = useState<Opening>({ is: 'closed' });
  const { data: transactions } = useQuery(transactionsQuery(invoiceId));
  const open = useCallback(
    (source: RefundSource) => setOpening((now) => (isReading(now, source) ? now : { is: 'reading', source })),
    [],
  );
  const close = useCallback(() => setOpening({ is: 'closed' }), []);
  useEffect(() => {
    if (opening.is !== 'reading') return;
    void readFigures(client, invoiceId).then(() =>
      setOpening((now) => (now === opening ? afterReading(client, invoiceId, opening.source) : now)),
    );
  }, [client, invoiceId, opening]);
  const awaited = opening.is === 'unconfirmed' ? opening.source : null;
  const isDecided = transactions?.some(({ id, status }) => id === awaited && status !== 'processing') ?? false;
  useEffect(() => {
    if (awaited !== null && isDecided) open(awaited);
  }, [awaited, isDecided, open]);
  return { opening, open, close };
}

function isReading(now: Opening, source: RefundSource): boolean {
  return now.is === 'reading' && now.source === source;
}

async function readFigures(client: QueryClient, invoiceId: string): Promise<void> {
  const queries = [invoiceQuery, transactionsQuery, refundsQuery].map((query) => query(invoiceId));
  await Promise.all(queries.map(({ queryKey }) => client.refetchQueries({ queryKey, exact: true })));
}

/** A payment that was reversed meanwhile has nothing to refund. */
function afterReading(client: QueryClient, invoiceId: string, source: RefundSource): Opening {
  const payment = client.getQueryData(transactionsQuery(invoiceId).queryKey)?.find(({ id }) => id === source);
  if (payment?.status === 'processing') return { is: 'unconfirmed', source };
  const isLost = payment !== undefined && payment.status !== 'success';
  return isLost ? { is: 'closed' } : { is: 'open', source };
}

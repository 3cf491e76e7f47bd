// Payments that another member handled, or a reorg removed, while the page was open.
import { Alert, Anchor, CloseButton, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Invoice, Transaction, UnmatchedPayment } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { invoiceName } from '../../evidence/invoice-name.ts';
import { AppLink, ButtonLink } from '../../parts/app-link.tsx';
import { Coin } from '../../parts/money.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';

export interface Gone {
  readonly payments: readonly UnmatchedPayment[];
  readonly forget: (id: string) => void;
  /** Records that this page is deciding about the payment, so that its removal needs no notice. */
  readonly expect: (id: string, isOurs: boolean) => void;
}

/** `rows`: the payments that wait now; null until they are loaded. */
export function useGone(rows: readonly UnmatchedPayment[] | null): Gone {
  const [payments, setPayments] = useState<readonly UnmatchedPayment[]>([]);
  const before = useRef<readonly UnmatchedPayment[] | null>(null);
  const expected = useRef(new Set<string>());
  useEffect(() => {
    const was = before.current;
    before.current = rows;
    if (rows === null || was === null) return;
    const there = new Set(rows.map(({ id }) => id));
    const left = was.filter(({ id }) => !there.has(id) && !expected.current.has(id));
    if (left.length > 0) setPayments((known) => [...known, ...left].slice(-3));
  }, [rows]);
  return {
    payments,
    forget: (id) => setPayments((known) => known.filter((one) => one.id !== id)),
    expect: (id, isOurs) => void (isOurs ? expected.current.add(id) : expected.current.delete(id)),
  };
}

export function GoneMeanwhile({ gone }: { readonly gone: Gone }) {
  return (
    <div aria-live="polite" className="live">
      {gone.payments.map((payment) => (
        <OneGone key={payment.id} payment={payment} forget={() => gone.forget(payment.id)} />
      ))}
    </div>
  );
}

function OneGone({ payment, forget }: { readonly payment: UnmatchedPayment; readonly forget: () => void }) {
  const { data: now } = useQuery({
    queryKey: ['unmatched-payment', payment.id],
    queryFn: ({ signal }) => api.get<UnmatchedPayment>(`/unmatched-payment/${payment.id}`, {}, signal),
  });
  return (
    <Alert color="gray" variant="light" mb="sm">
      <Group justify="space-between" wrap="nowrap">
        <span>{joined(goneWords(now, <Coin amount={payment.amount} symbol={payment.cryptocurrency} />))}</span>
        <CloseButton aria-label={words.common.close} onClick={forget} />
      </Group>
    </Alert>
  );
}

function goneWords(now: UnmatchedPayment | undefined, payment: ReactNode): string | readonly ReactNode[] {
  switch (now?.status) {
    case 'withdrawn':
      return words.review.goneReversed({ payment });
    case 'dismissed':
      return words.review.goneDismissed({ payment });
    case 'assigned':
      return now.transaction_id === null
        ? words.review.goneAssigned({ payment })
        : words.review.goneAssignedTo({ payment, invoice: <InvoiceLink id={now.transaction_id} /> });
    default:
      return words.review.gone({ payment });
  }
}

/** The invoice of a transaction, as a link with its name. */
export function InvoiceLink({ id }: { readonly id: string }) {
  const { data: invoice } = useQuery(invoiceOfTransaction(id));
  if (invoice === undefined) return <>…</>;
  return (
    <Anchor component={AppLink} to="/console/invoices/$id" params={{ id: invoice.id } as never}>
      {invoiceName(invoice)}
    </Anchor>
  );
}

/** Opens the form that refunds the transaction, on the page of its invoice. */
export function RefundLink({ id }: { readonly id: string }) {
  const { data: invoice } = useQuery(invoiceOfTransaction(id));
  if (invoice === undefined) return null;
  return (
    <ButtonLink
      variant="default"
      size="compact-sm"
      to="/console/invoices/$id"
      params={{ id: invoice.id } as never}
      search={{ refund: id } as never}
    >
      {words.refunds.refund}
    </ButtonLink>
  );
}

export const invoiceOfTransaction = (id: string) => ({
  queryKey: ['transaction', id, 'invoice'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { invoice_id } = await api.get<Transaction>(`/transaction/${id}`, {}, signal);
    return api.get<Invoice>(`/invoice/${invoice_id}`, {}, signal);
  },
});

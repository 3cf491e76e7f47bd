// The last ten payments, as they come.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { App, Transaction } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { AppLink, ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { type Column, LongTable } from '../../parts/long-table.tsx';
import { Coin } from '../../parts/money.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';

/** A transaction as the list of payments shows it: with the reference of its order. */
export interface Payment extends Transaction {
  readonly reference?: string | null;
}

export function LastPayments({ app }: { readonly app: App }) {
  const navigate = useNavigate();
  const asked = useQuery({
    queryKey: ['payments', app.id, 'last ten'],
    queryFn: ({ signal }) => api.get<Payment[]>('/payments', { app_id: app.id, limit: 10 }, signal),
  });
  if (asked.data === undefined) {
    return asked.error === null ? (
      <Awaited lines={5} />
    ) : (
      <NotAnswered error={asked.error} again={() => void asked.refetch()} />
    );
  }
  if (asked.data.length === 0) {
    return (
      <EmptyState title="No payments yet" action={<ButtonLink to="/console/invoices">Make an invoice</ButtonLink>}>
        Make an invoice and give its link to a customer. The payment stands here a moment after it was sent.
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="last-payments">
      <Text component="h2" id="last-payments" className="today-title">
        Last payments
      </Text>
      <LongTable
        label="Last payments"
        rows={asked.data}
        columns={columns}
        keyOf={({ id }) => id}
        open={({ invoice_id }) => void navigate({ to: '/console/invoices/$id', params: { id: invoice_id } as never })}
      />
    </section>
  );
}

const columns: readonly Column<Payment>[] = [
  {
    title: 'When',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    title: 'For',
    cell: ({ reference, invoice_id }) => (
      <AppLink to="/console/invoices/$id" params={{ id: invoice_id } as never}>
        {reference ?? 'The invoice'}
      </AppLink>
    ),
  },
  { title: 'Network', cell: ({ network }) => network.name, isExtra: true },
  { title: 'How it stands', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: 'Amount',
    cell: ({ received_amount, amount, cryptocurrency }) => (
      <Coin amount={received_amount ?? amount ?? '–'} symbol={cryptocurrency.symbol} />
    ),
    atEnd: true,
  },
];

// The last ten payments, live.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { App, Payment } from '../../../../sdk/typescript/src/generated/api.ts';
import { formatFixed, parseUnits } from '../../../../src/core/money/decimal.ts';
import { parseRate, valueAtRate } from '../../../../src/core/money/rate.ts';
import { api } from '../../browser/api.ts';
import { AppLink, ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { type Column, LongTable } from '../../parts/long-table.tsx';
import { Money } from '../../parts/money.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { PaymentBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { words } from '../../words/words.ts';

/** `isFirstStep`: whether creating an invoice is the next step. */
export function RecentPayments({ app, isFirstStep }: { readonly app: App; readonly isFirstStep: boolean }) {
  const navigate = useNavigate();
  const asked = useQuery({
    queryKey: ['payments', app.id, 'newest'],
    queryFn: ({ signal }) => api.get<Payment[]>('/payments', { app_id: app.id, with_money: true, limit: 10 }, signal),
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
      <EmptyState
        title={words.today.noPayments}
        action={
          <ButtonLink to="/console/invoices" variant={isFirstStep ? 'filled' : 'default'}>
            {words.common.createInvoice}
          </ButtonLink>
        }
      >
        {words.today.noPaymentsMore}
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="recent-payments">
      <Text component="h2" id="recent-payments" className="home-title">
        {words.today.recentPayments}
      </Text>
      <LongTable
        label={words.today.lastTen}
        rows={asked.data}
        columns={columns()}
        keyOf={({ id }) => id}
        open={({ invoice_id }) => void navigate({ to: '/console/invoices/$id', params: { id: invoice_id } as never })}
      />
    </section>
  );
}

const columns = (): readonly Column<Payment>[] => [
  {
    title: words.common.invoice,
    cell: ({ reference, invoice_id, created_at }) => (
      <>
        <AppLink to="/console/invoices/$id" params={{ id: invoice_id } as never}>
          {reference ?? words.common.invoice}
        </AppLink>
        <Text size="xs" c="dimmed">
          <Time at={created_at} />
        </Text>
      </>
    ),
  },
  { title: words.common.network, cell: ({ network }) => network.name, isExtra: true },
  {
    title: words.common.status,
    cell: (payment) => <PaymentBadge payment={payment} />,
  },
  { title: words.common.amount, cell: (payment) => <Amount payment={payment} />, atEnd: true },
];

/** The value first: as it was credited, or at the quote's rate while it is pending. */
function Amount({ payment }: { readonly payment: Payment }) {
  const { amount, received_amount, cryptocurrency, currency, credited } = payment;
  const came = received_amount ?? amount;
  const worth = payment.status === 'success' ? credited : worthOf(payment);
  return (
    <Money
      fiat={worth === null ? null : { amount: worth, currency }}
      coin={came === null ? null : { amount: came, symbol: cryptocurrency.symbol }}
    />
  );
}

/** At the quote's rate, rounded down to the currency's digits; null if it cannot be computed. */
function worthOf({ received_amount, amount, rate, cryptocurrency, credited }: Payment): string | null {
  const came = parseUnits(received_amount ?? amount ?? '', cryptocurrency.decimals);
  const parsed = parseRate(rate);
  if (typeof came !== 'bigint' || parsed === null) return null;
  const digits = credited.includes('.') ? credited.length - credited.indexOf('.') - 1 : 0;
  return formatFixed(valueAtRate(came, cryptocurrency.decimals, parsed, digits), digits);
}

// The columns of the list of payments: value, status and invoice.
import { Group, Text } from '@mantine/core';
import type { Payment } from '../../../../sdk/typescript/src/generated/api.ts';
import { shortHash } from '../../../checkout/rules/address-text.ts';
import { isZero } from '../../../checkout/rules/figures.ts';
import { digitsOf, isLess, worthAt } from '../../evidence/fiat-value.ts';
import { AppLink, ButtonLink } from '../../parts/app-link.tsx';
import type { Column } from '../../parts/long-table.tsx';
import { Money } from '../../parts/money.tsx';
import { PaymentBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { words } from '../../words/words.ts';

/** `mayRefund`: offers to refund payments that came late, by hand or in excess. */
export const columns = (mayRefund: boolean): readonly Column<Payment>[] => [
  { title: words.common.amount, cell: (payment) => <Amount payment={payment} /> },
  {
    title: words.common.status,
    cell: (payment) => (
      <Group gap={6}>
        <PaymentBadge payment={payment} />
        {payment.status === 'processing' ? (
          <Text component="span" size="xs" c="dimmed" className="figures">
            {words.common.ofCount({ done: payment.confirmations, all: payment.required_confirmations })}
          </Text>
        ) : null}
        {mayRefund && isRefundLikely(payment) ? <RefundLink payment={payment} /> : null}
      </Group>
    ),
  },
  {
    title: words.common.invoice,
    cell: ({ invoice_id: id, reference }) => (
      <span className="row-name">
        <AppLink to="/console/invoices/$id" params={{ id } as never} tabIndex={-1}>
          <bdi>{reference ?? words.common.invoice}</bdi>
        </AppLink>
      </span>
    ),
  },
  {
    title: words.common.network,
    isExtra: true,
    cell: ({ network, hash }) => (
      <>
        {network.name}
        {hash === null ? null : (
          <Text component="span" display="block" size="xs" c="dimmed">
            <bdi className="figures" dir="ltr" title={hash}>
              {shortHash(hash)}
            </bdi>
          </Text>
        )}
      </>
    ),
  },
  { title: words.common.started, isExtra: true, cell: ({ created_at }) => <Time at={created_at} /> },
];

/** It came after its quote, was assigned by a team member (in another coin, for example), or is more than its quote. */
function isRefundLikely({ status, reason, matched_by: rule, amount, received_amount: received }: Payment): boolean {
  if (status !== 'success') return false;
  const isMore = amount !== null && received !== null && isLess(amount, received);
  return reason === 'late' || rule === 'merchant' || isMore;
}

function RefundLink({ payment: { id, invoice_id: invoiceId } }: { readonly payment: Payment }) {
  return (
    <ButtonLink
      variant="default"
      size="compact-xs"
      to="/console/invoices/$id"
      params={{ id: invoiceId } as never}
      search={{ refund: id } as never}
    >
      {words.refunds.refund}
    </ButtonLink>
  );
}

function Amount({ payment }: { readonly payment: Payment }) {
  const { credited, currency, rate, cryptocurrency } = payment;
  const amount = payment.received_amount ?? payment.amount;
  const worth = amount === null ? null : worthAt(rate, amount, digitsOf(credited));
  const fiat = isZero(credited) ? worth : credited;
  return (
    <Money
      fiat={fiat === null ? null : { amount: fiat, currency }}
      coin={amount === null ? null : { amount, symbol: cryptocurrency.symbol }}
    />
  );
}

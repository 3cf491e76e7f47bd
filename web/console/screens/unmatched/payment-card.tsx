// One unmatched payment: the payment, the reason, likely invoices, and the two actions.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UnmatchedPayment } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useKeys } from '../../browser/keys.ts';
import { useAct } from '../../browser/use-act.ts';
import { coinsQuery, worthNow } from '../../evidence/fiat-value.ts';
import { HashLine } from '../../evidence/hash-line.tsx';
import { useMayRefund } from '../../evidence/may-refund.ts';
import { useNetworkNames } from '../../evidence/network-names.ts';
import { whyWaiting } from '../../evidence/words.ts';
import { Address } from '../../parts/address.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Coin, Fiat } from '../../parts/money.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { InvoiceLink, RefundLink } from './already-handled.tsx';
import { type Decided, deciding } from './deciding.ts';
import { LikelyInvoices } from './likely-invoices.tsx';
import { useFiat } from './use-fiat.ts';

export interface PaymentCardProps {
  readonly payment: UnmatchedPayment;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** Called for a decision on this page, and again if it failed. */
  readonly decided: Decided;
}

export function PaymentCard({ payment, isOpen, toggle, decided }: PaymentCardProps) {
  const { currency, digits } = useFiat(payment.app_id);
  const { data: coins } = useQuery(coinsQuery);
  const networkName = useNetworkNames();
  const coin = coins?.find(({ symbol }) => symbol === payment.cryptocurrency);
  const worth = worthNow(coin, payment.amount, currency, digits);
  return (
    <article className="sheet" data-row aria-label={`${payment.amount} ${payment.cryptocurrency}`}>
      <button type="button" className="card-head" id={`payment-${payment.id}`} aria-expanded={isOpen} onClick={toggle}>
        <span>
          <span className="came">
            {worth === null
              ? null
              : joined(words.review.worthNow({ price: <Fiat amount={worth} currency={currency} /> }))}
          </span>
          {joined(
            words.common.coinOn({
              coin: <Coin amount={payment.amount} symbol={payment.cryptocurrency} />,
              network: networkName(payment.network),
            }),
          )}
        </span>
        <span className="card-end">
          {payment.status === 'waiting' ? null : <StatusBadge status={payment.status} />}
          <Text component="span" size="xs" c="dimmed">
            <Time at={payment.created_at} />
          </Text>
        </span>
      </button>
      <Text mt="sm">{payment.dust ? words.review.dust : whyWaiting(payment.reason)}</Text>
      {isOpen ? (
        <Opened payment={payment} worth={worth === null ? null : { amount: worth, currency }} decided={decided} />
      ) : null}
    </article>
  );
}

interface OpenedProps extends Pick<PaymentCardProps, 'payment' | 'decided'> {
  /** The current value. */
  readonly worth: { readonly amount: string; readonly currency: string } | null;
}

function Opened({ payment, worth, decided }: OpenedProps) {
  const isWaiting = payment.status === 'waiting';
  const mayRefund = useMayRefund(payment.app_id);
  return (
    <Stack mt="md">
      <dl className="facts">
        <dt>{words.review.to}</dt>
        <dd>
          <Address value={payment.to} />
        </dd>
        {payment.from === null ? null : (
          <>
            <dt>{words.invoice.from}</dt>
            <dd>
              <Address value={payment.from} what="sender" />
            </dd>
          </>
        )}
        {payment.contract === null ? null : (
          <>
            <dt>{words.review.token}</dt>
            <dd>
              <Address value={payment.contract} what="contract" />
            </dd>
          </>
        )}
        <dt>{words.invoice.hash}</dt>
        <dd>
          <HashLine hash={payment.hash} />
        </dd>
        {payment.status === 'assigned' && payment.transaction_id !== null ? (
          <>
            <dt>{words.statuses.assigned}</dt>
            <dd>
              <Group gap="xs">
                <InvoiceLink id={payment.transaction_id} />
                {mayRefund ? <RefundLink id={payment.transaction_id} /> : null}
              </Group>
            </dd>
          </>
        ) : null}
      </dl>
      {isWaiting && !payment.dust ? <LikelyInvoices payment={payment} worth={worth} decided={decided} /> : null}
      {isWaiting && !payment.dust && mayRefund ? (
        <Text size="sm" className="soft">
          {words.review.refundWays}
        </Text>
      ) : null}
      {isWaiting ? <Dismiss payment={payment} decided={decided} /> : null}
    </Stack>
  );
}

function Dismiss({ payment, decided }: Pick<PaymentCardProps, 'payment' | 'decided'>) {
  const [isAsked, setAsked] = useState(false);
  const dismiss = useAct({
    act: () => deciding(decided, payment.id, () => api.post(`/unmatched-payment/${payment.id}/dismiss`)),
    said: words.review.dismissed,
    refreshes: [['unmatched-payments'], ['attention']],
    done: () => setAsked(false),
  });
  useKeys([{ keys: 'd', words: words.review.dismissPayment, act: () => setAsked(true) }]);
  return (
    <Group justify="space-between" className="hairline-above">
      <Text size="sm" className="soft">
        {words.review.dismissHint}
      </Text>
      <Button variant="default" onClick={() => setAsked(true)}>
        {words.review.dismiss}
      </Button>
      <Confirm
        question={
          isAsked
            ? {
                title: words.review.dismissTitle,
                costs: joined(
                  words.review.dismissMore({
                    payment: <Coin amount={payment.amount} symbol={payment.cryptocurrency} />,
                  }),
                ),
                yes: words.review.dismissPayment,
                act: () => dismiss.run(),
              }
            : null
        }
        isRunning={dismiss.isRunning}
        close={() => setAsked(false)}
      />
    </Group>
  );
}

// One refund: its amount, its destination, its transfer, and the next step.
import { Group, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Refund } from '../../../../../sdk/typescript/src/generated/api.ts';
import { HashLine } from '../../../evidence/hash-line.tsx';
import { RefundBadge, refundCardId, refundValue } from '../../../evidence/refund-badge.tsx';
import { Address } from '../../../parts/address.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Coin, Fiat } from '../../../parts/money.tsx';
import { Time } from '../../../parts/time.tsx';
import { joined } from '../../../words/text-with-elements.ts';
import { words } from '../../../words/words.ts';
import { RefundActs } from './refund-acts.tsx';
import { RefundNotices } from './refund-notices.tsx';

export interface RefundCardProps {
  readonly refund: Refund;
  readonly mayRefund: boolean;
  /** The customer's e-mail address that gets the link; null if none does. */
  readonly mailedTo: string | null;
}

export function RefundCard({ refund, mayRefund, mailedTo }: RefundCardProps) {
  const { currency, cryptocurrency: symbol, network_name: networkName } = refund;
  const amount = refund.sent_amount ?? refund.amount;
  const card = useLinkedCard(refund.id);
  return (
    <article
      className="attempt"
      id={refundCardId(refund.id)}
      ref={card}
      tabIndex={-1}
      aria-label={words.refunds.refund}
    >
      <Group justify="space-between" align="start">
        <div>
          <Title order={3}>
            <Fiat amount={refundValue(refund)} currency={currency} />
          </Title>
          <Text size="sm">
            {joined(
              words.common.coinOn({
                coin: amount === null ? symbol : <Coin amount={amount} symbol={symbol} />,
                network: networkName,
              }),
            )}
          </Text>
        </div>
        <span aria-live="polite">
          <RefundBadge refund={refund} />
        </span>
      </Group>
      <RefundNotices refund={refund} mailedTo={mailedTo} />
      <RefundFacts refund={refund} />
      {mayRefund ? <RefundActs refund={refund} /> : null}
    </article>
  );
}

/** Shows and focuses the card that the URL names. */
function useLinkedCard(id: string) {
  const card = useRef<HTMLElement>(null);
  const isWanted = useLocation({ select: ({ hash }) => hash === refundCardId(id) });
  useEffect(() => {
    if (!isWanted) return;
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.focus();
  }, [isWanted]);
  return card;
}

function RefundFacts({ refund }: { readonly refund: Refund }) {
  const { refund_url: link, rate, currency, cryptocurrency: coin, status } = refund;
  const hash = refund.hash ?? (status === 'ready' ? (refund.reported_hash ?? null) : null);
  const isOpen = status === 'awaiting_address' || status === 'ready';
  return (
    <dl className="facts">
      {refund.to === null ? null : (
        <Fact name={words.invoice.to}>
          <Address value={refund.to} />
          {refund.is_customers_address === true ? <Text size="sm">{words.refunds.byCustomer}</Text> : null}
        </Fact>
      )}
      {link === undefined || !isOpen ? null : (
        <Fact name={words.refunds.link}>
          <Group gap="xs">
            <bdi className="mono" dir="ltr">
              {link}
            </bdi>
            <CopyButton text={link} what="link" />
          </Group>
        </Fact>
      )}
      {refund.from == null || !refund.amount_differs ? null : (
        <Fact name={words.invoice.from}>
          <Address value={refund.from} what="sender" />
        </Fact>
      )}
      {hash === null ? null : (
        <Fact name={words.invoice.hash}>
          <HashLine hash={hash} explorer={refund.explorer_url} />
        </Fact>
      )}
      {status === 'seen' ? (
        <Fact name={words.invoice.confirmations}>
          {words.common.ofCount({ done: refund.confirmations, all: refund.required_confirmations })}
        </Fact>
      ) : null}
      {rate == null ? null : (
        <Fact name={words.invoice.rate}>
          {joined(words.invoice.rateOf({ coin, price: <Fiat amount={rate} currency={currency} /> }))}
        </Fact>
      )}
      {refund.reason == null || refund.reason === '' ? null : (
        <Fact name={words.invoice.reason}>
          <bdi>{refund.reason}</bdi>
        </Fact>
      )}
      <Fact name={words.common.created}>
        <Time at={refund.created_at} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

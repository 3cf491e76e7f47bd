// The attempts to pay an invoice: the requested amount, the received payment, its sender and its confirmations.
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Invoice, Transaction } from '../../../../sdk/typescript/src/generated/api.ts';
import { digitsOf, worthAt } from '../../evidence/fiat-value.ts';
import { HashLine } from '../../evidence/hash-line.tsx';
import { whyEnded, whyMatched } from '../../evidence/words.ts';
import { Address } from '../../parts/address.tsx';
import { Coin, Fiat } from '../../parts/money.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { PaymentBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { transactionsQuery } from './refunds/refund-queries.ts';

export interface InvoicePaymentsProps {
  readonly invoice: Invoice;
  /** Opens the form that refunds this payment; null if it cannot be refunded. */
  readonly refund: ((transactionId: string) => void) | null;
}

export function InvoicePayments({ invoice, refund }: InvoicePaymentsProps) {
  const { data, error, refetch } = useQuery(transactionsQuery(invoice.id));
  if (data === undefined && error !== null) return <NotAnswered error={error} again={() => void refetch()} />;
  if (data === undefined) return <Awaited lines={3} />;
  if (data.length === 0) return <Text className="soft">{words.invoice.noAttempts}</Text>;
  const [came, empty] = [data.filter(hasMoney), data.filter((one) => !hasMoney(one))];
  return (
    <Stack gap="md">
      {came.map((one) => (
        <Attempt key={one.id} attempt={one} invoice={invoice} refund={refund} />
      ))}
      {empty.length === 0 ? null : (
        <details open={came.length === 0}>
          <summary>
            {empty.some(({ status }) => status === 'processing')
              ? words.invoice.emptyAttemptsOpen({ count: empty.length })
              : words.invoice.emptyAttempts({ count: empty.length })}
          </summary>
          <Stack gap="md" mt="md">
            {empty.map((one) => (
              <Attempt key={one.id} attempt={one} invoice={invoice} refund={null} />
            ))}
          </Stack>
        </details>
      )}
    </Stack>
  );
}

const hasMoney = ({ hash }: Transaction) => hash !== null;

interface AttemptProps extends Pick<InvoicePaymentsProps, 'refund'> {
  readonly attempt: Transaction;
  readonly invoice: Pick<Invoice, 'currency' | 'total'>;
}

function Attempt({ attempt, invoice: { currency, total }, refund }: AttemptProps) {
  const { cryptocurrency: coin, network } = attempt;
  const amount = attempt.received_amount ?? attempt.amount;
  const worth = amount === null ? null : worthAt(attempt.rate, amount, digitsOf(total));
  return (
    <article className="attempt" aria-label={words.common.coinOn({ coin: coin.symbol, network: network.name })}>
      <Group justify="space-between" align="start">
        <div>
          <Title order={3}>{worth === null ? coin.name : <Fiat amount={worth} currency={currency} />}</Title>
          <Text size="sm">
            {joined(
              words.common.coinOn({
                coin: amount === null ? coin.symbol : <Coin amount={amount} symbol={coin.symbol} />,
                network: network.name,
              }),
            )}
          </Text>
        </div>
        <PaymentBadge payment={attempt} />
      </Group>
      <dl className="facts">
        {attempt.received_amount !== null && attempt.amount !== null && attempt.amount !== attempt.received_amount ? (
          <Fact words={words.invoice.quoted}>
            <Coin amount={attempt.amount} symbol={coin.symbol} />
          </Fact>
        ) : null}
        <Fact words={words.invoice.rate}>
          {joined(
            words.invoice.rateOf({ coin: coin.symbol, price: <Fiat amount={attempt.rate} currency={currency} /> }),
          )}
        </Fact>
        {attempt.from === undefined ? null : (
          <Fact words={words.invoice.from}>
            <Address value={attempt.from} what="sender" />
          </Fact>
        )}
        {attempt.to === '' ? null : (
          <Fact words={words.invoice.to}>
            <Address value={attempt.to} />
          </Fact>
        )}
        {attempt.hash === null ? null : (
          <Fact words={words.invoice.hash}>
            <HashLine hash={attempt.hash} explorer={attempt.explorer_url} />
          </Fact>
        )}
        {attempt.hash === null || attempt.status === 'rejected' ? null : (
          <Fact words={words.invoice.confirmations}>
            <Depth attempt={attempt} />
          </Fact>
        )}
        {attempt.matched_by === null ? null : (
          <Fact words={words.invoice.matchedBy}>{whyMatched(attempt.matched_by)}</Fact>
        )}
        {attempt.reason === null ? null : <Fact words={words.invoice.ended}>{whyEnded(attempt.reason)}</Fact>}
        <Fact words={words.common.started}>
          <Time at={attempt.created_at} />
        </Fact>
      </dl>
      {refund === null || attempt.status !== 'success' ? null : (
        <Group mt="sm">
          <Button variant="default" size="compact-sm" onClick={() => refund(attempt.id)}>
            {words.refunds.refundPayment}
          </Button>
        </Group>
      )}
    </article>
  );
}

function Fact({ words, children }: { readonly words: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt>{words}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Depth({ attempt }: { readonly attempt: Transaction }) {
  const { confirmations, required_confirmations: required, block, requires_finality: isFinal } = attempt;
  // A payment on a network without blocks is confirmed as well.
  if (block === null && confirmations === 0) return <>{words.invoice.unmined}</>;
  const done = Math.min(confirmations, required);
  return (
    <Group gap="xs">
      <progress max={required} value={done} aria-label={words.invoice.confirmations} />
      <span className="figures">
        {isFinal
          ? words.invoice.depthThenFinal({ done, all: required })
          : words.common.ofCount({ done, all: required })}
      </span>
    </Group>
  );
}

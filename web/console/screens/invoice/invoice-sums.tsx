// The state of an invoice: a sentence, the total, paid, pending and missing amounts, and the next step.
import { Alert, Group, Stack, Text } from '@mantine/core';
import type { Invoice } from '../../../../sdk/typescript/src/generated/api.ts';
import { isZero, paidPercent } from '../../../checkout/rules/figures.ts';
import { hindrance } from '../../evidence/words.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { Fiat } from '../../parts/money.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { percent, price } from '../../words/figures.ts';
import { words } from '../../words/words.ts';

export function InvoiceSums({ invoice }: { readonly invoice: Invoice }) {
  const { total, paid, pending, remaining, refunded, currency } = invoice;
  const bar = paidPercent(invoice);
  const isOver = invoice.status === 'open' || invoice.status === 'partially_paid';
  const obstacle = isOver ? hindrance(invoice.payable_reason) : null;
  return (
    <section className="sheet" aria-label={words.common.status}>
      <Stack>
        <Group gap="xs">
          <StatusBadge status={invoice.status} />
          {invoice.exceptions.map((one) => (
            <StatusBadge key={one} status={one} />
          ))}
        </Group>
        <Text size="lg" aria-live="polite">
          {standing(invoice)}
        </Text>
        {invoice.exceptions.map((one) => (
          <Text key={one} className="soft">
            {words.exceptionAdvice[one]}
          </Text>
        ))}
        <dl className="amounts">
          <Sum name={words.common.total} amount={total} currency={currency} />
          <Sum name={words.statuses.paid} amount={paid} currency={currency} />
          <Sum name={words.statuses.confirming} amount={pending} currency={currency} />
          <Sum name={words.invoice.due} amount={remaining} currency={currency} />
          {isZero(refunded) ? null : <Sum name={words.statuses.refunded} amount={refunded} currency={currency} />}
        </dl>
        <div
          className="paid-bar"
          role="img"
          aria-label={
            bar.pending > 0
              ? words.invoice.shareBoth({ paid: percent(bar.paid / 100), pending: percent(bar.pending / 100) })
              : words.invoice.sharePaid({ paid: percent(bar.paid / 100) })
          }
        >
          <span className="paid" style={{ width: `${bar.paid}%` }} />
          <span className="pending" style={{ width: `${bar.pending}%` }} />
        </div>
        {obstacle === null ? null : (
          <Alert color="amber" variant="light">
            <Stack align="flex-start" gap="xs">
              {obstacle.words}
              <ButtonLink variant="default" to={obstacle.to}>
                {obstacle.act}
              </ButtonLink>
            </Stack>
          </Alert>
        )}
      </Stack>
    </section>
  );
}

function Sum({
  name,
  amount,
  currency,
}: {
  readonly name: string;
  readonly amount: string;
  readonly currency: string;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Fiat amount={amount} currency={currency} />
      </dd>
    </div>
  );
}

/** The state of an invoice in a sentence or two. */
export function standing(invoice: Invoice): string {
  const { status, total, paid, pending, remaining, currency } = invoice;
  const inFiat = (amount: string) => price(amount, currency);
  const isMoving = !isZero(pending);
  const sums = { paid: inFiat(paid), total: inFiat(total), due: inFiat(remaining) };
  switch (status) {
    case 'open':
      return isMoving ? words.invoice.isConfirming({ pending: inFiat(pending) }) : words.invoice.isAwaiting;
    case 'partially_paid':
      return isMoving
        ? words.invoice.isUnderpaidMoving({ ...sums, pending: inFiat(pending) })
        : words.invoice.isUnderpaid(sums);
    case 'paid':
      return isMoving ? words.invoice.isPaidMoving({ pending: inFiat(pending) }) : words.invoice.isPaid;
    case 'expired':
      return isZero(paid)
        ? words.invoice.isExpired
        : words.invoice.isExpiredPart({ paid: sums.paid, total: sums.total });
    case 'canceled':
      return words.invoice.isCanceled;
  }
}

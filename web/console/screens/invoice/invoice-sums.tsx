// How an invoice stands: a sentence, what is owed, paid, on its way and missing, and what to do about it.
import { Alert, Group, Stack, Text } from '@mantine/core';
import type { Invoice } from '../../../../sdk/src/generated/api.ts';
import { fiatText, isZero, paidPercent } from '../../../checkout/rules/figures.ts';
import { hindrance } from '../../evidence/words.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { Fiat } from '../../parts/money.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';

export function InvoiceSums({ invoice }: { readonly invoice: Invoice }) {
  const { total, paid, pending, remaining, currency } = invoice;
  const bar = paidPercent(invoice);
  const isOver = invoice.status === 'open' || invoice.status === 'partially_paid';
  const obstacle = isOver ? hindrance(invoice.payable_reason) : null;
  return (
    <section className="sheet" aria-label="How it stands">
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
            {exceptionAdvice[one]}
          </Text>
        ))}
        <dl className="amounts">
          <Sum words="Total" amount={total} currency={currency} />
          <Sum words="Paid" amount={paid} currency={currency} />
          <Sum words="On its way" amount={pending} currency={currency} />
          <Sum words="Missing" amount={remaining} currency={currency} />
        </dl>
        <div
          className="paid-bar"
          role="img"
          aria-label={`${bar.paid} % is paid${bar.pending > 0 ? `, ${bar.pending} % is on its way` : ''}`}
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
  words,
  amount,
  currency,
}: {
  readonly words: string;
  readonly amount: string;
  readonly currency: string;
}) {
  return (
    <div>
      <dt>{words}</dt>
      <dd>
        <Fiat amount={amount} currency={currency} />
      </dd>
    </div>
  );
}

/** One sentence for whoever asks how it stands. */
export function standing(invoice: Invoice): string {
  const { status, total, paid, pending, remaining, currency } = invoice;
  const fiat = (amount: string) => fiatText(amount, currency);
  const isMoving = !isZero(pending);
  switch (status) {
    case 'open':
      return isMoving
        ? `${fiat(pending)} was seen on the chain and is being confirmed. Nothing is credited yet.`
        : 'It waits for its customer. Nothing came yet.';
    case 'partially_paid':
      return [
        `${fiat(paid)} of ${fiat(total)} is paid${isMoving ? `, ${fiat(pending)} is on its way` : ''}.`,
        `${fiat(remaining)} is missing: the customer can pay the rest, or you settle it.`,
      ].join(' ');
    case 'paid':
      return isMoving ? `It is paid, and ${fiat(pending)} more is on its way.` : 'It is paid. There is nothing to do.';
    case 'expired':
      return isZero(paid)
        ? 'Its time ran out and nothing was paid. Money that still comes is kept for you to decide about.'
        : `Its time ran out with ${fiat(paid)} of ${fiat(total)} paid. Settle it, or give the money back.`;
    case 'canceled':
      return 'It was canceled. What is still paid to it waits under “To sort out”.';
  }
}

const exceptionAdvice: Readonly<Record<Invoice['exceptions'][number], string>> = {
  overpaid: 'More came than was asked for: the customer may want the difference back.',
  paid_late: 'It was paid after its time ran out: look whether the goods are still there.',
  settled_manually: 'Somebody of your team settled it by hand; the reason stands below.',
  reorged: 'The chain took a payment of it back: look before anything leaves the shop.',
};

// Invoices that a payment may be assigned to, each with a button to assign it and one to assign and refund it.
import { Anchor, Button, Group, Text } from '@mantine/core';
import type { Invoice } from '../../../../sdk/typescript/src/generated/api.ts';
import { invoiceAbout, invoiceName } from '../../evidence/invoice-name.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { Fiat } from '../../parts/money.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import type { Chosen } from './assign.tsx';

export interface CandidatesProps {
  /** `why`: the evidence in words; null for none. */
  readonly candidates: readonly { readonly invoice: Invoice; readonly why: string | null }[];
  readonly mayRefund: boolean;
  readonly choose: (chosen: Chosen) => void;
}

export function Candidates({ candidates, mayRefund, choose }: CandidatesProps) {
  return (
    <ul className="candidates">
      {candidates.map(({ invoice, why }) => (
        <li key={invoice.id}>
          <About invoice={invoice} why={why} />
          <Buttons invoice={invoice} mayRefund={mayRefund} choose={choose} />
        </li>
      ))}
    </ul>
  );
}

function About({ invoice, why }: CandidatesProps['candidates'][number]) {
  const { remaining, total, currency, status } = invoice;
  const about = invoiceAbout(invoice);
  return (
    <div>
      <Anchor component={AppLink} to="/console/invoices/$id" params={{ id: invoice.id } as never} fw={600}>
        {invoiceName(invoice)}
      </Anchor>{' '}
      <StatusBadge status={status} />
      <Text size="sm">
        {joined(
          words.review.dueOf({
            due: <Fiat amount={remaining} currency={currency} />,
            total: <Fiat amount={total} currency={currency} />,
          }),
        )}
        {about === null ? null : <> · {about}</>}
      </Text>
      {why === null ? null : (
        <Text size="sm" className="soft">
          {why}
        </Text>
      )}
    </div>
  );
}

function Buttons({ invoice, mayRefund, choose }: Omit<CandidatesProps, 'candidates'> & { readonly invoice: Invoice }) {
  const name = invoiceName(invoice);
  const isCanceled = invoice.status === 'canceled';
  return (
    <Group gap="xs" wrap="nowrap">
      {mayRefund ? (
        <Button
          variant="default"
          aria-label={words.review.refundFor({ invoice: name })}
          disabled={isCanceled}
          onClick={() => choose({ invoice, refunds: true })}
        >
          {words.refunds.refund}
        </Button>
      ) : null}
      <Button
        variant="default"
        aria-label={words.review.assignTo({ invoice: name })}
        disabled={isCanceled}
        onClick={() => choose({ invoice, refunds: false })}
      >
        {words.review.assignShort}
      </Button>
    </Group>
  );
}

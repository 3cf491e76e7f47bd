// Assigns a payment to an invoice: shows the resulting credit, and that it cannot be undone.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Invoice, Transaction, UnmatchedPayment } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import type { ApiProblem } from '../../browser/api-problem.ts';
import { useAct } from '../../browser/use-act.ts';
import { invoiceName } from '../../evidence/invoice-name.ts';
import { Coin } from '../../parts/money.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { price } from '../../words/figures.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { type Decided, deciding } from './deciding.ts';

export interface AssignProps {
  readonly payment: UnmatchedPayment;
  /** Null: closed. */
  readonly invoice: Invoice | null;
  readonly worth: { readonly amount: string; readonly currency: string } | null;
  readonly decided: Decided;
  readonly close: () => void;
}

export function Assign({ payment, invoice, worth, decided, close }: AssignProps) {
  const assign = useAct<string, Transaction>({
    act: (invoiceId) =>
      deciding(decided, payment.id, () =>
        api.post(`/unmatched-payment/${payment.id}/assign`, { invoice_id: invoiceId }),
      ),
    said: invoice === null ? words.review.assigned : words.review.assignedTo({ invoice: invoiceName(invoice) }),
    refreshes: [['unmatched-payments'], ['attention'], ['invoices'], ['invoice', invoice?.id ?? '']],
    showsProblem: true,
    done: close,
  });
  return (
    <Modal
      opened={invoice !== null}
      onClose={close}
      title={words.review.assignTitle}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {invoice === null ? null : (
        <Stack>
          <Text>
            {joined(
              words.review.assignMore({
                payment: <Coin amount={payment.amount} symbol={payment.cryptocurrency} />,
                invoice: <strong>{invoiceName(invoice)}</strong>,
                due: price(invoice.remaining, invoice.currency),
              }),
            )}{' '}
            {worth === null ? null : words.review.assignWorth({ price: price(worth.amount, worth.currency) })}
          </Text>
          <Text size="sm" className="soft">
            {words.review.assignRate}
          </Text>
          <Refused problem={assign.problem} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.common.keep}
            </Button>
            <Button data-autofocus loading={assign.isRunning} onClick={() => assign.run(invoice.id)}>
              {words.review.assign}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

/** A payment that another member has already handled is no error of this user. */
function Refused({ problem }: { readonly problem: ApiProblem | null }) {
  if (problem?.code !== 'payment_not_waiting') return <ProblemNote problem={problem} />;
  return <Text role="alert">{words.review.alreadyDecided}</Text>;
}

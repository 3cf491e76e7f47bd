// Assigns a payment to an invoice: shows the resulting credit, and that it cannot be undone. To refund the payment, the
// form of its refund opens next.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Invoice, Transaction, UnmatchedPayment } from '../../../../sdk/typescript/src/generated/api.ts';
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

export interface Chosen {
  readonly invoice: Invoice;
  /** Whether the payment is to be refunded. */
  readonly refunds: boolean;
}

export interface AssignProps {
  readonly payment: UnmatchedPayment;
  /** Null: closed. */
  readonly chosen: Chosen | null;
  readonly worth: { readonly amount: string; readonly currency: string } | null;
  readonly decided: Decided;
  readonly close: () => void;
}

export function Assign(props: AssignProps) {
  const { chosen, close } = props;
  return (
    <Modal
      opened={chosen !== null}
      onClose={close}
      title={chosen?.refunds === true ? words.review.assignRefundTitle : words.review.assignTitle}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {chosen === null ? null : <Question {...props} chosen={chosen} />}
    </Modal>
  );
}

function Question({ payment, chosen, worth, decided, close }: AssignProps & { readonly chosen: Chosen }) {
  const { invoice, refunds } = chosen;
  const assign = useAssign({ payment, chosen, decided, close });
  return (
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
      {refunds ? <Text>{words.review.assignRefundMore}</Text> : null}
      <Refused problem={assign.problem} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {words.common.keep}
        </Button>
        <Button data-autofocus loading={assign.isRunning} onClick={() => assign.run()}>
          {refunds ? words.review.assignRefund : words.review.assign}
        </Button>
      </Group>
    </Stack>
  );
}

function useAssign({ payment, chosen, decided, close }: Omit<AssignProps, 'worth'> & { readonly chosen: Chosen }) {
  const { invoice, refunds } = chosen;
  const navigate = useNavigate();
  const openRefund = (transactionId: string) =>
    navigate({
      to: '/console/invoices/$id',
      params: { id: invoice.id },
      search: { refund: transactionId } as never,
    });
  return useAct<void, Transaction>({
    act: () =>
      deciding(decided, payment.id, () =>
        api.post(`/unmatched-payment/${payment.id}/assign`, { invoice_id: invoice.id }),
      ),
    said: words.review.assignedTo({ invoice: invoiceName(invoice) }),
    refreshes: [['unmatched-payments'], ['attention'], ['invoices'], ['invoice', invoice.id]],
    showsProblem: true,
    done: ({ id }) => {
      close();
      if (refunds) void openRefund(id);
    },
  });
}

/** A payment that another member has already handled is no error of this user. */
function Refused({ problem }: { readonly problem: ApiProblem | null }) {
  if (problem?.code !== 'payment_not_waiting') return <ProblemNote problem={problem} />;
  return <Text role="alert">{words.review.alreadyDecided}</Text>;
}

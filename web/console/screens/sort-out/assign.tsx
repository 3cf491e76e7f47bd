// Assigning a payment to an invoice: what it will count as, and that it cannot be taken back.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Invoice, Transaction, UnmatchedPayment } from '../../../../sdk/src/generated/api.ts';
import { fiatText } from '../../../checkout/rules/figures.ts';
import { invoiceName } from '../../evidence/invoice-name.ts';
import { api } from '../../outside/api.ts';
import type { ApiProblem } from '../../outside/api-problem.ts';
import { useAct } from '../../outside/use-act.ts';
import { Coin } from '../../parts/money.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { type Decided, deciding } from './deciding.ts';

export interface AssignProps {
  readonly payment: UnmatchedPayment;
  /** null: closed. */
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
    said: `It is assigned${invoice === null ? '' : ` to ${invoiceName(invoice)}`}.`,
    refreshes: [['unmatched-payments'], ['attention'], ['invoices'], ['invoice', invoice?.id ?? '']],
    showsProblem: true,
    done: close,
  });
  return (
    <Modal
      opened={invoice !== null}
      onClose={close}
      title="Assign this payment?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {invoice === null ? null : (
        <Stack>
          <Text>
            <Coin amount={payment.amount} symbol={payment.cryptocurrency} />
            {worth === null ? '' : `, worth about ${fiatText(worth.amount, worth.currency)} now,`} will count for{' '}
            <strong>{invoiceName(invoice)}</strong>, of which {fiatText(invoice.remaining, invoice.currency)} is
            missing. This cannot be undone.
          </Text>
          <Text size="sm" className="soft">
            It counts at the rate that this invoice was quoted, where your settings hold it, and else at the rate of
            this moment. Your shop is told.
          </Text>
          <Refused problem={assign.problem} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Keep it as it is
            </Button>
            <Button data-autofocus loading={assign.isRunning} onClick={() => assign.run(invoice.id)}>
              Assign the payment
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

/** That somebody was quicker is no error of whoever looks at this. */
function Refused({ problem }: { readonly problem: ApiProblem | null }) {
  if (problem?.code !== 'payment_not_waiting') return <ProblemNote problem={problem} />;
  return (
    <Text role="alert">Somebody else has sorted it out meanwhile. What became of it stands under “Sorted out”.</Text>
  );
}

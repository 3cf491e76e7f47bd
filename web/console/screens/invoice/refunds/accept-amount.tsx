// Accepts a transfer of another amount as the refund.
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../../browser/api.ts';
import { useAct } from '../../../browser/use-act.ts';
import { Address } from '../../../parts/address.tsx';
import { fieldErrors, ProblemNote } from '../../../parts/problem-note.tsx';
import { words } from '../../../words/words.ts';
import type { RefundDialogProps } from './change-address.tsx';

export function AcceptAmount(props: RefundDialogProps) {
  const { refund, opened, close } = props;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={words.refunds.acceptTitle({ amount: `${refund.sent_amount ?? ''} ${refund.cryptocurrency}` })}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <ReasonForm {...props} />
    </Modal>
  );
}

function ReasonForm({ refund, close }: RefundDialogProps) {
  const [reason, setReason] = useState('');
  const accept = useAct({
    act: () => api.post(`/refund/${refund.id}/accept`, { reason: reason.trim() }),
    said: words.refunds.accepted,
    refreshes: [['invoice', refund.invoice_id], ['refunds']],
    showsProblem: true,
    done: close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{words.refunds.acceptMore}</Text>
        <Text>{words.refunds.acceptSender}</Text>
        {refund.from == null ? null : (
          <div>
            <Text size="sm">{words.invoice.from}</Text>
            <Address value={refund.from} what="sender" />
          </div>
        )}
        <ProblemNote problem={accept.problem} shown={['reason']} />
        <Textarea
          label={words.invoice.reason}
          placeholder={words.refunds.acceptExample}
          required
          withAsterisk={false}
          maxLength={1000}
          minRows={2}
          data-autofocus
          value={reason}
          error={fieldErrors(accept.problem).reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {words.common.keep}
          </Button>
          <Button type="submit" loading={accept.isRunning}>
            {words.refunds.accept}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

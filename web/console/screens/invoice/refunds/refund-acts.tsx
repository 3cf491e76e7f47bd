// The actions of a refund: send it, name its address, accept another amount, cancel it.
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Refund } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { useAct } from '../../../browser/use-act.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { words } from '../../../words/words.ts';
import { AcceptAmount } from './accept-amount.tsx';
import { ChangeAddress } from './change-address.tsx';
import { isToSend } from './refund-queries.ts';
import { SendRefund } from './send/send-refund.tsx';

type Asked = 'send' | 'address' | 'accept' | 'cancel' | null;

export function RefundActs({ refund }: { readonly refund: Refund }) {
  const { id, invoice_id: invoiceId, status } = refund;
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const cancel = useAct({
    act: () => api.delete(`/refund/${id}`),
    said: words.refunds.canceled,
    refreshes: [['invoice', invoiceId], ['refunds']],
    done: close,
  });
  const isReady = status === 'ready';
  const isSendable = isToSend(refund);
  const isOpen = isReady || status === 'awaiting_address';
  return (
    <Group mt="md">
      {isSendable ? (
        <Button variant={isReady ? 'filled' : 'default'} onClick={() => setAsked('send')}>
          {words.refunds.send}
        </Button>
      ) : null}
      {refund.amount_differs ? (
        <Button variant="default" onClick={() => setAsked('accept')}>
          {words.refunds.accept}
        </Button>
      ) : null}
      {isOpen ? (
        <Button variant="default" onClick={() => setAsked('address')}>
          {isReady ? words.refunds.changeAddress : words.refunds.enterAddress}
        </Button>
      ) : null}
      {isOpen ? (
        <Button variant="default" onClick={() => setAsked('cancel')}>
          {words.refunds.cancelRefund}
        </Button>
      ) : null}
      <SendRefund refund={refund} opened={asked === 'send'} close={close} />
      <ChangeAddress refund={refund} opened={asked === 'address'} close={close} />
      <AcceptAmount refund={refund} opened={asked === 'accept'} close={close} />
      <Confirm
        question={
          asked === 'cancel'
            ? {
                title: words.refunds.cancelTitle,
                costs: words.refunds.cancelMore,
                yes: words.refunds.cancelRefund,
                act: () => cancel.run(),
              }
            : null
        }
        isRunning={cancel.isRunning}
        close={close}
      />
    </Group>
  );
}

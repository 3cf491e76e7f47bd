// What can be done with an invoice: copy its link, settle it with a reason, cancel it.
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { Invoice } from '../../../../sdk/src/generated/api.ts';
import { fiatText, isZero } from '../../../checkout/rules/figures.ts';
import { oneOf, useListSearch } from '../../lists/list-search.ts';
import { api } from '../../outside/api.ts';
import { useKeys } from '../../outside/keys.ts';
import { useAct } from '../../outside/use-act.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { copyAloud } from '../../rows/copying.ts';
import { isCancelable, isSettleable } from './standing.ts';

type Asked = 'settle' | 'cancel' | null;

export function InvoiceActs({ invoice }: { readonly invoice: Invoice }) {
  const { id, paid, checkout_url: link } = invoice;
  const [canSettle, canCancel] = [isSettleable(invoice), isCancelable(invoice)];
  const [asked, setAsked] = useAsked({ settle: canSettle, cancel: canCancel });
  // Where something came that is not enough, deciding about it comes first.
  const settlesFirst = canSettle && !isZero(paid);
  const copy = () => copyAloud('the link', link);
  const cancel = useAct({
    act: () => api.delete(`/invoice/${id}`),
    said: 'The invoice is canceled.',
    refreshes: [['invoice', id], ['invoices']],
    done: () => setAsked(null),
  });
  useKeys([
    { keys: 'c', words: 'Copy the link of the invoice', act: () => void copy() },
    ...(canSettle ? [{ keys: 's', words: 'Settle the invoice', act: () => setAsked('settle') }] : []),
    ...(canCancel ? [{ keys: 'x', words: 'Cancel the invoice', act: () => setAsked('cancel') }] : []),
  ]);
  return (
    <>
      {canCancel ? (
        <Button variant="default" onClick={() => setAsked('cancel')}>
          Cancel
        </Button>
      ) : null}
      {canSettle && !settlesFirst ? (
        <Button variant="default" onClick={() => setAsked('settle')}>
          Settle
        </Button>
      ) : null}
      <Button variant={settlesFirst ? 'default' : 'filled'} onClick={() => void copy()}>
        Copy the link
      </Button>
      {settlesFirst ? <Button onClick={() => setAsked('settle')}>Settle</Button> : null}
      <Settle invoice={invoice} opened={asked === 'settle'} close={() => setAsked(null)} />
      <Confirm
        question={
          asked === 'cancel'
            ? {
                title: 'Cancel this invoice?',
                costs: [
                  'Its link stops taking payments at once, and your shop is told. This cannot be undone.',
                  'What somebody pays to it all the same waits under “To sort out”.',
                ].join(' '),
                yes: 'Cancel the invoice',
                act: () => cancel.run(),
              }
            : null
        }
        isRunning={cancel.isRunning}
        close={() => setAsked(null)}
      />
    </>
  );
}

/** A row of the list leads here with what it asks for, once: going back does not ask again. */
function useAsked(allowed: Readonly<Record<'settle' | 'cancel', boolean>>) {
  const { search, change } = useListSearch();
  const wanted = oneOf(search, 'act');
  const first = (wanted === 'settle' || wanted === 'cancel') && allowed[wanted] ? wanted : null;
  const state = useState<Asked>(first);
  useEffect(() => {
    if (wanted !== '') change({ act: undefined });
  }, [wanted, change]);
  return state;
}

interface SettleProps {
  readonly invoice: Invoice;
  readonly opened: boolean;
  readonly close: () => void;
}

function Settle({ invoice, opened, close }: SettleProps) {
  const [reason, setReason] = useState('');
  const { id, paid, total, remaining, currency } = invoice;
  const settle = useAct({
    act: () => api.post(`/invoice/${id}/settle`, { reason: reason.trim() }),
    said: 'The invoice is settled.',
    refreshes: [['invoice', id], ['invoices']],
    showsProblem: true,
    done: close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    settle.run();
  };
  const [has, all, gap] = [paid, total, remaining].map((amount) => fiatText(amount, currency));
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Take what came as payment?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text>
            {has} of {all} came. The invoice counts as paid from now on, your shop is told so, and{' '}
            <strong>{gap} will not be asked for any more</strong>. This cannot be undone.
          </Text>
          <ProblemNote problem={settle.problem} shown={['reason']} />
          <Textarea
            label="Why"
            description="Stands in the history of the invoice and in the audit log."
            placeholder="The rest was paid in cash"
            required
            withAsterisk={false}
            maxLength={1000}
            minRows={2}
            data-autofocus
            value={reason}
            error={fieldErrors(settle.problem).reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Keep it as it is
            </Button>
            <Button type="submit" loading={settle.isRunning}>
              Settle the invoice
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

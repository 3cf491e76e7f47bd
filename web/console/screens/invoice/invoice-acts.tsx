// The actions of an invoice: copy its link, settle it with a reason, refund it, cancel it.
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { Invoice } from '../../../../sdk/typescript/src/generated/api.ts';
import { isZero } from '../../../checkout/rules/figures.ts';
import { api } from '../../browser/api.ts';
import { useKeys } from '../../browser/keys.ts';
import { useAct } from '../../browser/use-act.ts';
import { oneOf, useListSearch } from '../../lists/list-search.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { copyAloud } from '../../rows/copy-action.ts';
import { price } from '../../words/figures.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { isCancelable, isSettleable } from './allowed-decisions.ts';

type Asked = 'settle' | 'cancel' | null;

export interface InvoiceActsProps {
  readonly invoice: Invoice;
  /** Opens the form of a refund; null if there is nothing to refund. */
  readonly refund: (() => void) | null;
  /** Whether more was paid than the total, and is not refunded. */
  readonly hasExcess: boolean;
}

export function InvoiceActs({ invoice, refund, hasExcess }: InvoiceActsProps) {
  const { id, paid, checkout_url: link } = invoice;
  const [canSettle, canCancel] = [isSettleable(invoice), isCancelable(invoice)];
  const [asked, setAsked] = useAsked({ settle: canSettle, cancel: canCancel });
  // If a payment arrived that is not enough, settling is the primary action.
  const settlesFirst = canSettle && !isZero(paid);
  const copy = () => copyAloud(link);
  const cancel = useAct({
    act: () => api.delete(`/invoice/${id}`),
    said: words.invoice.canceled,
    refreshes: [['invoice', id], ['invoices']],
    done: () => setAsked(null),
  });
  useKeys([
    { keys: 'c', words: words.copy.link, act: () => void copy() },
    ...(canSettle ? [{ keys: 's', words: words.invoice.markPaid, act: () => setAsked('settle') }] : []),
    ...(refund === null ? [] : [{ keys: 'r', words: words.refunds.refund, act: refund }]),
    ...(canCancel ? [{ keys: 'x', words: words.invoice.cancelInvoice, act: () => setAsked('cancel') }] : []),
  ]);
  return (
    <>
      {canCancel ? (
        <Button variant="default" onClick={() => setAsked('cancel')}>
          {words.common.cancel}
        </Button>
      ) : null}
      {canSettle && !settlesFirst ? (
        <Button variant="default" onClick={() => setAsked('settle')}>
          {words.invoice.markPaid}
        </Button>
      ) : null}
      {refund === null || hasExcess ? null : (
        <Button variant="default" onClick={refund}>
          {words.refunds.refund}
        </Button>
      )}
      <Button variant={settlesFirst || hasExcess ? 'default' : 'filled'} onClick={() => void copy()}>
        {words.copy.link}
      </Button>
      {refund !== null && hasExcess ? <Button onClick={refund}>{words.refunds.refund}</Button> : null}
      {settlesFirst ? <Button onClick={() => setAsked('settle')}>{words.invoice.markPaid}</Button> : null}
      <Settle invoice={invoice} opened={asked === 'settle'} close={() => setAsked(null)} />
      <Confirm
        question={
          asked === 'cancel'
            ? {
                title: words.invoice.cancelTitle,
                costs: words.invoice.cancelMore,
                yes: words.invoice.cancelInvoice,
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

/** A row of the list links here with an action, which opens once: going back does not open it again. */
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
    said: words.invoice.markedPaid,
    refreshes: [['invoice', id], ['invoices']],
    showsProblem: true,
    done: close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    settle.run();
  };
  const [has, all, gap] = [paid, total, remaining].map((amount) => price(amount, currency));
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={words.invoice.markPaidTitle}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text>
            {joined(
              words.invoice.markPaidMore({
                paid: has ?? '',
                total: all ?? '',
                waived: <strong>{words.invoice.waived({ price: gap ?? '' })}</strong>,
              }),
            )}
          </Text>
          <ProblemNote problem={settle.problem} shown={['reason']} />
          <Textarea
            label={words.invoice.reason}
            description={words.invoice.reasonHint}
            placeholder={words.invoice.reasonExample}
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
              {words.common.keep}
            </Button>
            <Button type="submit" loading={settle.isRunning}>
              {words.invoice.markPaid}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

// The first payment, shown live: simulated for a development app, sent by hand for a production app.
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { App, AppCryptocurrency, Invoice, Transaction } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { enteredTotal } from '../../evidence/entered-total.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { Coin, Fiat } from '../../parts/money.tsx';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { LinkLine } from '../../parts/sheets/link-line.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';

export interface PaymentStepProps {
  readonly app: App;
  readonly coins: readonly AppCryptocurrency[];
  readonly keepOpen: () => void;
}

const currency = 'USD';
const firstOrder = () => ({ description: words.firstRun.firstOrder });

export function PaymentStep({ app, coins, keepOpen }: PaymentStepProps) {
  const [total, setTotal] = useState('25.00');
  const [coinId, setCoinId] = useState<string | null>(null);
  const [invoiceId, setInvoiceId] = useState<string | null>(null);
  const isTest = app.environment === 'development';
  const coin = coins.find(({ id }) => id === coinId) ?? coins[0];
  const pay = useAct({
    act: async () => {
      keepOpen();
      const owed = { total: enteredTotal(total, currency).total ?? '', currency };
      const invoice = await api.post<Invoice>('/invoice', { app_id: app.id, ...owed, order: firstOrder() });
      setInvoiceId(invoice.id);
      if (!isTest || coin === undefined) return;
      const wanted = { cryptocurrency: coin.cryptocurrency.symbol, network: coin.network.symbol };
      const attempt = await api.post<Transaction>(`/invoice/${invoice.id}/payment-request`, wanted);
      await api.post(`/sandbox/transaction/${attempt.id}/simulate`, { case: 'paid' });
    },
    refreshes: [['invoices', app.id], ...(invoiceId === null ? [] : [['invoice', invoiceId]])],
    showsProblem: true,
  });
  if (coin === undefined) return <Text c="dimmed">{words.firstRun.coinFirst}</Text>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    pay.run();
  };
  return (
    <Stack>
      <Text>{isTest ? words.firstRun.simulateMore : words.firstRun.payMore}</Text>
      <form onSubmit={submit}>
        <Stack>
          <Group align="flex-start">
            <TextInput
              label={words.firstRun.amountUsd}
              inputMode="decimal"
              required
              withAsterisk={false}
              value={total}
              error={fieldErrors(pay.problem).total}
              onChange={(event) => setTotal(event.currentTarget.value)}
            />
            {isTest ? (
              <NativeSelect
                label={words.firstRun.paidIn}
                value={coin.id}
                onChange={(event) => setCoinId(event.currentTarget.value)}
                data={coins.map(({ id, cryptocurrency, network }) => ({
                  value: id,
                  label: words.common.coinOn({ coin: cryptocurrency.symbol, network: network.name }),
                }))}
              />
            ) : null}
          </Group>
          <ProblemNote problem={pay.problem} shown={['total']} />
          <Group>
            <Button type="submit" loading={pay.isRunning} variant={invoiceId === null ? 'filled' : 'default'}>
              {isTest
                ? invoiceId === null
                  ? words.firstRun.simulate
                  : words.firstRun.simulateAnother
                : words.common.createInvoice}
            </Button>
          </Group>
        </Stack>
      </form>
      {invoiceId === null ? null : <Seen invoiceId={invoiceId} isTest={isTest} />}
    </Stack>
  );
}

/** The invoice, kept up to date by the app's events. */
function Seen({ invoiceId, isTest }: { readonly invoiceId: string; readonly isTest: boolean }) {
  const { data: invoice } = useQuery({
    queryKey: ['invoice', invoiceId],
    queryFn: ({ signal }) => api.get<Invoice>(`/invoice/${invoiceId}`, {}, signal),
  });
  const { data: attempts = [] } = useQuery({
    queryKey: ['invoice', invoiceId, 'transactions'],
    queryFn: ({ signal }) => api.get<Transaction[]>('/transactions', { invoice_id: invoiceId }, signal),
  });
  if (invoice === undefined) return null;
  const attempt = attempts[0];
  return (
    <Stack aria-live="polite" role="status">
      <Group>
        <Text fw={600}>
          <Fiat amount={invoice.total} currency={invoice.currency} />
        </Text>
        <StatusBadge status={invoice.status} />
      </Group>
      <ul className="setup-progress">
        <li data-done>{words.firstRun.invoiceCreated}</li>
        <li data-done={attempt !== undefined || undefined}>
          {attempt === undefined ? words.firstRun.choosesCoin : <Quoted attempt={attempt} />}
        </li>
        <li data-done={(attempt?.hash ?? null) !== null || undefined}>
          {!attempt?.hash ? words.firstRun.toBeSeen : isTest ? words.firstRun.seenSimulated : words.firstRun.seen}
        </li>
        <li data-done={invoice.status === 'paid' || undefined}>
          {invoice.status === 'paid'
            ? joined(
                words.firstRun.paid({
                  link: (
                    <AppLink to="/console/invoices/$id" params={{ id: invoice.id } as never}>
                      {words.firstRun.viewHistory}
                    </AppLink>
                  ),
                }),
              )
            : words.firstRun.toBeConfirmed}
        </li>
      </ul>
      {isTest ? null : <LinkLine url={invoice.checkout_url} />}
    </Stack>
  );
}

function Quoted({ attempt }: { readonly attempt: Transaction }) {
  return (
    <>
      {joined(
        words.firstRun.quoted({
          payment: <Coin amount={attempt.amount ?? ''} symbol={attempt.cryptocurrency.symbol} />,
          network: attempt.network.name,
        }),
      )}
    </>
  );
}

// The refunds on Home that a shop asked for without a certain invoice: each with a field for the invoice.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invoice, PullPayment, Refund } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { Fiat } from '../../parts/money.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { words } from '../../words/words.ts';

const shown = 3;

export function WaitingPullPayments({ appId, ids }: { readonly appId: string; readonly ids: readonly string[] }) {
  const { data = [] } = useQuery({
    queryKey: ['pull-payments', appId, ...ids],
    queryFn: ({ signal }) => api.get<PullPayment[]>('/pull-payments', { app_id: appId, limit: 100 }, signal),
  });
  const waiting = ids.flatMap((id) => data.filter((one) => one.id === id)).slice(0, shown);
  if (waiting.length === 0) return null;
  return (
    <ul className="home-review">
      {waiting.map((one) => (
        <li key={one.id}>
          <Waiting pullPayment={one} />
        </li>
      ))}
    </ul>
  );
}

const refreshes = [['pull-payments'], ['attention'], ['refunds'], ['invoices']];

function Waiting({ pullPayment }: { readonly pullPayment: PullPayment }) {
  const { id, app_id: appId, name, fiat_value: value, currency, order_id: orderId } = pullPayment;
  const [sought, setSought] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const assign = useAct<void, Refund | null>({
    act: async () => {
      const invoice = await onlyPaid(appId, sought.trim());
      return invoice === null ? null : api.post<Refund>(`/pull-payment/${id}/assign`, { invoice_id: invoice.id });
    },
    refreshes,
    showsProblem: true,
    done: (refund) => setUnknown(refund === null),
  });
  const archive = useAct({ act: () => api.delete(`/pull-payment/${id}`), refreshes });
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Fiat amount={value} currency={currency} />
        <Text className="break">{name}</Text>
        {orderId === null || name.includes(orderId) ? null : <Text c="dimmed">{orderId}</Text>}
      </Group>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          assign.run();
        }}
      >
        <Group gap="xs" align="end">
          <TextInput
            label={words.review.otherInvoiceHint}
            aria-label={`${words.review.otherInvoiceHint}: ${name}`}
            value={sought}
            onChange={({ currentTarget: { value: text } }) => setSought(text)}
            error={isUnknown ? words.review.noLikely : null}
            maxLength={200}
            required
          />
          <Button type="submit" loading={assign.isRunning}>
            {words.refunds.prepare}
          </Button>
          <Button variant="default" loading={archive.isRunning} onClick={() => archive.run()}>
            {words.review.dismiss}
          </Button>
        </Group>
      </form>
      <ProblemNote problem={assign.problem} />
    </Stack>
  );
}

/** The only paid invoice with this id, reference or e-mail. */
async function onlyPaid(appId: string, sought: string): Promise<Invoice | null> {
  if (sought === '') return null;
  const found = await api.get<Invoice[]>('/invoices', { app_id: appId, q: sought, status: 'paid', limit: 2 });
  return found.length === 1 ? (found[0] ?? null) : null;
}

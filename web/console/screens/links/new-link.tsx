// A new payment link: what it is for, its name in the address, and how much.
import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { App, CreatePaymentLinkBody, PaymentLink } from '../../../../sdk/src/generated/api.ts';
import { enteredTotal } from '../../evidence/entered-total.ts';
import { currenciesQuery } from '../../evidence/worth.ts';
import { api } from '../../outside/api.ts';
import { useAct } from '../../outside/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';

export interface NewLinkProps {
  readonly app: Pick<App, 'id' | 'name'>;
  readonly opened: boolean;
  readonly close: () => void;
}

export function NewLink({ app, opened, close }: NewLinkProps) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={`New payment link of ${app.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Fields appId={app.id} close={close} />
    </Modal>
  );
}

function Fields({ appId, close }: { readonly appId: string; readonly close: () => void }) {
  const [currency, setCurrency] = useState('USD');
  const { data: currencies = [] } = useQuery(currenciesQuery);
  const codes = currencies.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }));
  const create = useAct<CreatePaymentLinkBody, PaymentLink>({
    act: (body) => api.post('/payment-link', body),
    said: 'The payment link is made.',
    refreshes: [['payment-links', appId]],
    showsProblem: true,
    done: close,
  });
  const [totalError, setTotalError] = useState<string | null>(null);
  const errors = fieldErrors(create.problem);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim() || null;
    const typed = text('total');
    const { total = null, error = null } = typed === null ? {} : enteredTotal(typed, currency);
    setTotalError(error);
    if (error !== null) return;
    create.run({ app_id: appId, slug: text('slug') ?? '', currency, total, description: text('description') });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <ProblemNote problem={create.problem} shown={['slug', 'currency', 'total', 'description']} />
        <TextInput name="description" label="What it is for" data-autofocus error={errors.description} />
        <TextInput
          name="slug"
          label="Name in the address"
          description="Letters, digits and hyphens, such as annual-fee."
          required
          withAsterisk={false}
          maxLength={100}
          autoComplete="off"
          error={errors.slug}
        />
        <Group grow align="start">
          <TextInput
            name="total"
            label="Amount"
            description="Left empty, whoever pays enters it."
            inputMode="decimal"
            autoComplete="off"
            error={totalError ?? errors.total}
          />
          <NativeSelect
            label="Currency"
            description="Of the amount."
            data={codes.length === 0 ? [currency] : codes}
            value={currency}
            error={errors.currency}
            onChange={(event) => setCurrency(event.currentTarget.value)}
          />
        </Group>
        <Group justify="flex-end">
          <Button type="submit" loading={create.isRunning}>
            Make the link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

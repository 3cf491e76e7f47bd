// Creates a payment link: its title, its name in the URL, and its amount.
import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { App, CreatePaymentLinkBody, PaymentLink } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { enteredTotal } from '../../evidence/entered-total.ts';
import { currenciesQuery } from '../../evidence/fiat-value.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { words } from '../../words/words.ts';

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
      title={words.links.newLinkOf({ shop: app.name })}
      closeButtonProps={{ 'aria-label': words.common.close }}
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
    said: words.links.created,
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
        <TextInput name="description" label={words.common.description} data-autofocus error={errors.description} />
        <TextInput
          name="slug"
          label={words.links.slug}
          description={words.links.slugHint}
          required
          withAsterisk={false}
          maxLength={100}
          autoComplete="off"
          error={errors.slug}
        />
        <Group grow align="start">
          <TextInput
            name="total"
            label={words.common.amount}
            description={words.links.amountHint}
            inputMode="decimal"
            autoComplete="off"
            error={totalError ?? errors.total}
          />
          <NativeSelect
            label={words.common.currency}
            description={words.links.currencyHint}
            data={codes.length === 0 ? [currency] : codes}
            value={currency}
            error={errors.currency}
            onChange={(event) => setCurrency(event.currentTarget.value)}
          />
        </Group>
        <Group justify="flex-end">
          <Button type="submit" loading={create.isRunning}>
            {words.links.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

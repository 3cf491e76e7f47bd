// The terms of one coin: the orders it is offered for, its confirmations, and whether unconfirmed payments are
// accepted.
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type {
  App,
  AppCryptocurrency,
  UpdateAppCryptocurrencyBody,
} from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { words } from '../../words/words.ts';

export interface CoinTermsProps {
  readonly app: App;
  readonly accepted: AppCryptocurrency;
  /** The number of confirmations if the coin has none of its own. */
  readonly usual: number;
  readonly opened: boolean;
  readonly close: () => void;
}

export function CoinTerms(props: CoinTermsProps) {
  const { cryptocurrency, network } = props.accepted;
  return (
    <Modal
      opened={props.opened}
      onClose={props.close}
      title={words.coins.limitsOf({ coin: cryptocurrency.symbol, network: network.name })}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <TermsForm {...props} />
    </Modal>
  );
}

const fields = ['min_total', 'max_total', 'confirmations', 'accept_unconfirmed_up_to'];

function TermsForm({ app, accepted, usual, close }: CoinTermsProps) {
  const [values, setValues] = useState({
    min_total: accepted.min_total ?? '',
    max_total: accepted.max_total ?? '',
    confirmations: accepted.confirmations > usual ? String(accepted.confirmations) : '',
    accept_unconfirmed_up_to: accepted.accept_unconfirmed_up_to ?? '',
  });
  const save = useAct({
    act: () => api.put(`/app-cryptocurrency/${accepted.id}`, bodyOf(values, accepted)),
    refreshes: [['app-cryptocurrencies', app.id]],
    said: words.settingsShop.saved,
    showsProblem: true,
    done: close,
  });
  const errors = fieldErrors(save.problem);
  const field = (name: keyof typeof values): FieldProps => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <ProblemNote problem={save.problem} shown={fields} />
        <Group grow align="flex-start">
          <TextInput
            label={words.coins.minOrder}
            description={words.coins.orderCurrency}
            placeholder={words.coins.noLimit}
            inputMode="decimal"
            data-autofocus
            {...field('min_total')}
          />
          <TextInput
            label={words.coins.maxOrder}
            description={words.coins.orderCurrency}
            placeholder={words.coins.noLimit}
            inputMode="decimal"
            {...field('max_total')}
          />
        </Group>
        <TextInput
          label={words.invoice.confirmations}
          description={words.coins.usualConfirmations({ count: usual })}
          placeholder={String(usual)}
          inputMode="numeric"
          {...field('confirmations')}
        />
        {accepted.network.has_mempool ? <UnconfirmedField {...field('accept_unconfirmed_up_to')} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isRunning}>
            {words.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: { currentTarget: { value: string } }) => void;
}

function UnconfirmedField(field: FieldProps) {
  const most = field.value.trim();
  return (
    <>
      <TextInput label={words.coins.unconfirmedUpTo} placeholder={words.coins.off} inputMode="decimal" {...field} />
      {most === '' ? null : (
        <Alert color="amber" variant="light">
          {words.coins.unconfirmedRisk({ amount: most })}
        </Alert>
      )}
    </>
  );
}

function bodyOf(values: Record<string, string>, accepted: AppCryptocurrency): UpdateAppCryptocurrencyBody {
  const text = (name: string) => (values[name]?.trim() === '' ? null : (values[name]?.trim() ?? null));
  const count = text('confirmations');
  return {
    min_total: text('min_total'),
    max_total: text('max_total'),
    // Anything but a whole number is sent unchanged; the service rejects it by its name.
    confirmations: count !== null && /^\d{1,9}$/.test(count) ? Number(count) : (count as unknown as null),
    ...(accepted.network.has_mempool ? { accept_unconfirmed_up_to: text('accept_unconfirmed_up_to') } : {}),
  };
}

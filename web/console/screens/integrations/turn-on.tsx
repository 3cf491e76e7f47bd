// The dialog that turns an integration on: the currency of the shop's amounts, and its IP addresses.
import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { App, CreateDoorAnswer, CreateDoorBody } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { currenciesQuery } from '../../evidence/fiat-value.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { words } from '../../words/words.ts';
import { RangesField, rangesIn } from '../tokens/token-fields.tsx';
import { touchedByDoors } from './doors-query.ts';
import type { IntegrationKind } from './integration-kinds.ts';

export interface TurnOnProps {
  readonly app: Pick<App, 'id'>;
  readonly integration: IntegrationKind;
  /** Whether another shop uses it already. */
  readonly isOn: boolean;
  readonly opened: boolean;
  readonly close: () => void;
  readonly done: (made: CreateDoorAnswer) => void;
}

export function TurnOn(props: TurnOnProps) {
  const { brand: name } = props.integration;
  return (
    <Modal
      opened={props.opened}
      onClose={props.close}
      title={props.isOn ? words.integrations.newCredentialsFor({ name }) : words.integrations.turnOnName({ name })}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <Fields {...props} />
    </Modal>
  );
}

function Fields({ app, integration, isOn, done }: TurnOnProps) {
  const [currency, setCurrency] = useState(integration.defaultCurrency);
  const [ranges, setRanges] = useState('');
  const [endpoint, setEndpoint] = useState('');
  const { data: currencies = [] } = useQuery(currenciesQuery);
  const turnOn = useAct<CreateDoorBody, CreateDoorAnswer>({
    act: (body) => api.post(`/app/${app.id}/doors`, body),
    refreshes: touchedByDoors(app.id),
    showsProblem: true,
    done,
  });
  const errors = fieldErrors(turnOn.problem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const notified = endpoint.trim() === '' ? {} : { webhook_url: endpoint.trim() };
    turnOn.run({ kind: integration.kind, currency, cidrs: rangesIn(ranges), ...notified });
  };
  const inRanges = Object.keys(errors).filter((field) => field.startsWith('cidrs'));
  return (
    <form onSubmit={submit}>
      <Stack>
        <ProblemNote problem={turnOn.problem} shown={['currency', 'webhook_url', ...inRanges]} />
        <NativeSelect
          label={words.common.currency}
          description={
            integration.notifies === 'by_order' ? words.integrations.currencyAbout : words.integrations.currencyDefault
          }
          data={
            currencies.length === 0
              ? [currency]
              : currencies.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }))
          }
          value={currency}
          error={errors.currency}
          data-autofocus
          onChange={(event) => setCurrency(event.currentTarget.value)}
        />
        {integration.notifies === 'entered' ? (
          <TextInput
            label={words.webhooks.url}
            description={words.integrations.endpointAbout}
            inputMode="url"
            value={endpoint}
            error={errors.webhook_url}
            onChange={(event) => setEndpoint(event.currentTarget.value)}
          />
        ) : null}
        <RangesField
          values={{ ranges }}
          errors={errors}
          set={(more) => setRanges(more.ranges)}
          hint={words.integrations.rangesHint}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={turnOn.isRunning}>
            {isOn ? words.integrations.newCredentials : words.integrations.turnOn}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

// Making a token of one's own: what it may do, in words, where, and until when.
import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CreatePersonalAccessTokenBody, NewPersonalAccessToken } from '../../../../sdk/src/generated/api.ts';
import { type Scope, scopes } from '../../../../src/core/access.ts';
import { costsMoney, effectWords } from '../../../../src/core/effects/scope-effects.ts';
import { scopeWords } from '../../../../src/core/scope-words.ts';
import { api } from '../../outside/api.ts';
import { useApp } from '../../outside/chosen-app.ts';
import { useAct } from '../../outside/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';

export interface NewTokenProps {
  readonly opened: boolean;
  readonly close: () => void;
  readonly made: (token: string) => void;
}

export function NewToken({ opened, close, made }: NewTokenProps) {
  return (
    <Modal opened={opened} onClose={close} title="Make a token" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <TokenForm made={made} />
    </Modal>
  );
}

/** What most tokens are for, at one click. */
const recipes: readonly { readonly words: string; readonly scopes: readonly Scope[] }[] = [
  { words: 'Reads everything', scopes: scopes.filter((scope) => scope.endsWith(':read')) },
  {
    words: 'Takes payments',
    scopes: ['invoices:read', 'invoices:write', 'transactions:read', 'transactions:write', 'apps:read'],
  },
];

interface Values {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly app: string;
  readonly ranges: string;
  readonly days: string;
}

function TokenForm({ made }: Pick<NewTokenProps, 'made'>) {
  const [values, setValues] = useState<Values>({ name: '', scopes: [], app: '', ranges: '', days: '90' });
  const set = (more: Partial<Values>) => setValues((now) => ({ ...now, ...more }));
  const make = useAct<void, NewPersonalAccessToken>({
    act: () => api.post('/personal-access-token', bodyOf(values)),
    refreshes: [['personal-access-tokens']],
    showsProblem: true,
    done: ({ token }) => made(token),
  });
  const errors = fieldErrors(make.problem);
  const fields: FieldProps = { values, errors, set };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <ProblemNote problem={make.problem} shown={['name', 'scopes', ...Object.keys(errors)]} />
        <TextInput
          label="What it is for"
          placeholder="Accounting"
          required
          data-autofocus
          value={values.name}
          error={errors.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <RightsFields {...fields} />
        <BoundsFields {...fields} />
        <Group justify="flex-end">
          <Button type="submit" loading={make.isRunning} disabled={values.scopes.length === 0}>
            Make the token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What each part of the form is given. */
interface FieldProps {
  readonly values: Values;
  readonly errors: Readonly<Record<string, string>>;
  readonly set: (more: Partial<Values>) => void;
}

function RightsFields({ values, errors, set }: FieldProps) {
  return (
    <Fieldset legend="It may">
      <Stack gap="xs">
        <Group gap="xs">
          {recipes.map(({ words, scopes: chosen }) => (
            <Button key={words} variant="default" size="compact-sm" onClick={() => set({ scopes: chosen })}>
              {words}
            </Button>
          ))}
          <Button variant="subtle" size="compact-sm" onClick={() => set({ scopes: [] })}>
            Nothing
          </Button>
        </Group>
        <Checkbox.Group value={[...values.scopes]} onChange={(chosen) => set({ scopes: chosen })} error={errors.scopes}>
          <Stack gap={10}>
            {scopes.map((scope) => (
              <ScopeChoice key={scope} scope={scope} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
    </Fieldset>
  );
}

function BoundsFields({ values, errors, set }: FieldProps) {
  const { apps } = useApp();
  const rangeError = Object.entries(errors).find(([field]) => field.startsWith('cidrs'))?.[1];
  return (
    <>
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <NativeSelect
          label="In"
          data={[{ value: '', label: 'all of my shops' }, ...apps.map(({ id, name }) => ({ value: id, label: name }))]}
          value={values.app}
          onChange={(event) => set({ app: event.currentTarget.value })}
        />
        <NativeSelect
          label="Ends after"
          data={[
            { value: '7', label: '7 days' },
            { value: '30', label: '30 days' },
            { value: '90', label: '90 days' },
            { value: '365', label: 'a year' },
          ]}
          value={values.days}
          error={errors.expires_at}
          onChange={(event) => set({ days: event.currentTarget.value })}
        />
      </Group>
      <Textarea
        label="Works only from"
        description={
          'Addresses or ranges such as 203.0.113.0/24, one a line. Left empty, from anywhere: then it cannot change ' +
          'where shops in production are paid.'
        }
        autosize
        value={values.ranges}
        error={rangeError}
        onChange={(event) => set({ ranges: event.currentTarget.value })}
      />
    </>
  );
}

function ScopeChoice({ scope }: { readonly scope: Scope }) {
  return (
    <Checkbox
      value={scope}
      description={costsMoney(scope) ? undefined : effectWords(scope)}
      label={
        <>
          {scopeWords[scope]}{' '}
          {costsMoney(scope) ? (
            <Text component="span" size="sm" fw={600} c="var(--mantine-color-error)">
              Can cost money.
            </Text>
          ) : null}
        </>
      }
    />
  );
}

function bodyOf({ name, scopes: chosen, app, ranges, days }: Values): CreatePersonalAccessTokenBody {
  const cidrs = ranges.split(/[\s,]+/).filter((one) => one !== '');
  return {
    name: name.trim(),
    scopes: chosen as CreatePersonalAccessTokenBody['scopes'],
    app_ids: app === '' ? null : [app],
    cidrs: cidrs.length === 0 ? null : cidrs,
    // A minute less, so that the year that is the most is never exceeded by a clock that goes before.
    expires_at: new Date(Date.now() + Number(days) * 86_400_000 - 60_000).toISOString(),
  };
}

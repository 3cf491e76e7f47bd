// Making a token of one's own: what it may do, in words, where, and until when.
import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CreatePersonalAccessTokenBody, NewPersonalAccessToken } from '../../../../sdk/src/generated/api.ts';
import { scopes } from '../../../../src/core/access.ts';
import { effectWords } from '../../../../src/core/effects/scope-effects.ts';
import { scopeWords } from '../../../../src/core/scope-words.ts';
import { api } from '../../outside/api.ts';
import { useApp } from '../../outside/chosen-app.ts';
import { useAct } from '../../outside/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import {
  boundsOf,
  EndField,
  emptyToken,
  NameField,
  RangesField,
  type Recipe,
  RightsFields,
  type TokenValues,
} from './token-fields.tsx';

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
const recipes: readonly Recipe[] = [
  { words: 'Reads everything', scopes: scopes.filter((scope) => scope.endsWith(':read')) },
  {
    words: 'Takes payments',
    scopes: ['invoices:read', 'invoices:write', 'transactions:read', 'transactions:write', 'apps:read'],
  },
];

function TokenForm({ made }: Pick<NewTokenProps, 'made'>) {
  const { apps } = useApp();
  const [values, setValues] = useState<TokenValues>(emptyToken);
  const [app, setApp] = useState('');
  const make = useAct<void, NewPersonalAccessToken>({
    act: () => api.post('/personal-access-token', bodyOf(values, app)),
    refreshes: [['personal-access-tokens']],
    showsProblem: true,
    done: ({ token }) => made(token),
  });
  const errors = fieldErrors(make.problem);
  const fields = { values, errors, set: (more: Partial<TokenValues>) => setValues((now) => ({ ...now, ...more })) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <ProblemNote problem={make.problem} shown={['name', 'scopes', ...Object.keys(errors)]} />
        <NameField {...fields} example="Accounting" />
        <RightsFields {...fields} recipes={recipes} offered={scopes} words={scopeWords} effectsOf={effectWords} />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <NativeSelect
            label="In"
            data={[
              { value: '', label: 'all of my shops' },
              ...apps.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={app}
            onChange={(event) => setApp(event.currentTarget.value)}
          />
          <EndField {...fields} />
        </Group>
        <RangesField {...fields} left=": then it cannot change where shops in production are paid" />
        <Group justify="flex-end">
          <Button type="submit" loading={make.isRunning} disabled={values.scopes.length === 0}>
            Make the token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function bodyOf(values: TokenValues, app: string): CreatePersonalAccessTokenBody {
  return {
    ...boundsOf(values),
    scopes: values.scopes as CreatePersonalAccessTokenBody['scopes'],
    app_ids: app === '' ? null : [app],
  };
}

// Making a further token of the chosen app: what it may do there, from where, and until when.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { App, CreateAppTokenBody, NewAppToken as Made } from '../../../../sdk/src/generated/api.ts';
import { appTokenScopes, isWithinRole } from '../../../../src/core/access/app-token-scopes.ts';
import type { Role } from '../../../../src/core/access/team.ts';
import { api } from '../../outside/api.ts';
import { useAct } from '../../outside/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { appTokenEffects, appTokenWords } from './app-token-words.ts';
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

export interface NewAppTokenProps {
  readonly app: App;
  readonly opened: boolean;
  readonly close: () => void;
  readonly made: (token: string) => void;
}

export function NewAppToken({ app, opened, close, made }: NewAppTokenProps) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={`Make a token for ${app.name}`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <AppTokenForm app={app} made={made} />
    </Modal>
  );
}

function AppTokenForm({ app, made }: Pick<NewAppTokenProps, 'app' | 'made'>) {
  const [values, setValues] = useState<TokenValues>(emptyToken);
  const offered = appTokenScopes.filter((scope) => isWithinRole(scope, (app.role ?? 'owner') as Role));
  const make = useAct<void, Made>({
    act: () => {
      const scopes = values.scopes as CreateAppTokenBody['scopes'];
      return api.post('/app-token', { ...boundsOf(values), app_id: app.id, scopes } satisfies CreateAppTokenBody);
    },
    refreshes: [['app-tokens', app.id]],
    showsProblem: true,
    done: ({ token }) => made(token),
  });
  const errors = fieldErrors(make.problem);
  const fields = { values, errors, set: (more: Partial<TokenValues>) => setValues((now) => ({ ...now, ...more })) };
  const recipes: readonly Recipe[] = [
    { words: 'Reads everything', scopes: offered.filter((scope) => scope.endsWith(':read')) },
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <ProblemNote problem={make.problem} shown={['name', 'scopes', ...Object.keys(errors)]} />
        <NameField {...fields} example="Warehouse" />
        <RightsFields
          {...fields}
          recipes={recipes}
          offered={offered}
          words={appTokenWords}
          effectsOf={appTokenEffects}
        />
        {offered.includes('invoices:settle') ? (
          <Text size="xs" c="dimmed">
            To settle or assign, it also needs that right under “Token of the shop” on the page Shop.
          </Text>
        ) : null}
        <EndField {...fields} />
        <RangesField {...fields} left="" />
        <Group justify="flex-end">
          <Button type="submit" loading={make.isRunning} disabled={values.scopes.length === 0}>
            Make the token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

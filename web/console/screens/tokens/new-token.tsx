// Making a token of one's own: what it may do, in words, where, and until when.
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { CreatePersonalAccessTokenBody, NewPersonalAccessToken } from '../../../../sdk/src/generated/api.ts';
import { scopes } from '../../../../src/core/access.ts';
import { effectWords } from '../../../../src/core/effects/scope-effects.ts';
import { scopeWords } from '../../../../src/core/scope-words.ts';
import { api } from '../../outside/api.ts';
import { useApp } from '../../outside/chosen-app.ts';
import { boundsOf, type Recipe, type TokenValues } from './token-fields.tsx';
import { TokenDialog, TokenForm } from './token-form.tsx';

export interface NewTokenProps {
  readonly opened: boolean;
  readonly close: () => void;
  readonly made: (token: string) => void;
}

export function NewToken({ opened, close, made }: NewTokenProps) {
  return (
    <TokenDialog title="Make a token" opened={opened} close={close}>
      <PersonalTokenForm made={made} />
    </TokenDialog>
  );
}

/** Most tokens are for one of these, at one click. */
const recipes: readonly Recipe[] = [
  { words: 'Reads everything', scopes: scopes.filter((scope) => scope.endsWith(':read')) },
  {
    words: 'Takes payments',
    scopes: ['invoices:read', 'invoices:write', 'transactions:read', 'transactions:write', 'apps:read'],
  },
];

function PersonalTokenForm({ made }: Pick<NewTokenProps, 'made'>) {
  const { apps } = useApp();
  const [app, setApp] = useState('');
  return (
    <TokenForm
      example="Accounting"
      recipes={recipes}
      offered={scopes}
      words={scopeWords}
      effectsOf={effectWords}
      where={
        <NativeSelect
          label="In"
          data={[{ value: '', label: 'all of my shops' }, ...apps.map(({ id, name }) => ({ value: id, label: name }))]}
          value={app}
          onChange={(event) => setApp(event.currentTarget.value)}
        />
      }
      left=": then it cannot change where shops in production are paid"
      post={(values): Promise<NewPersonalAccessToken> => api.post('/personal-access-token', bodyOf(values, app))}
      refreshes={[['personal-access-tokens']]}
      made={made}
    />
  );
}

function bodyOf(values: TokenValues, app: string): CreatePersonalAccessTokenBody {
  return {
    ...boundsOf(values),
    scopes: values.scopes as CreatePersonalAccessTokenBody['scopes'],
    app_ids: app === '' ? null : [app],
  };
}

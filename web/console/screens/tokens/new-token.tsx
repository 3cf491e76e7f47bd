// Creates a personal token: its scopes, shops, allowed IP addresses and end.
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type {
  CreatePersonalAccessTokenBody,
  NewPersonalAccessToken,
} from '../../../../sdk/typescript/src/generated/api.ts';
import { scopes } from '../../../../src/core/access.ts';
import { effectWords } from '../../../../src/core/effects/scope-effects.ts';
import { scopeWords } from '../../../../src/core/scope-words.ts';
import { api } from '../../browser/api.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { words } from '../../words/words.ts';
import { boundsOf, type Recipe, type TokenValues } from './token-fields.tsx';
import { TokenDialog, TokenForm } from './token-form.tsx';

export interface NewTokenProps {
  readonly opened: boolean;
  readonly close: () => void;
  readonly made: (token: string) => void;
}

export function NewToken({ opened, close, made }: NewTokenProps) {
  return (
    <TokenDialog title={words.tokens.create} opened={opened} close={close}>
      <PersonalTokenForm made={made} />
    </TokenDialog>
  );
}

/** Common choices of scopes. */
const recipes = (): readonly Recipe[] => [
  { name: words.tokens.readAll, scopes: scopes.filter((scope) => scope.endsWith(':read')) },
  {
    name: words.tokens.acceptPayments,
    scopes: ['invoices:read', 'invoices:write', 'transactions:read', 'transactions:write', 'apps:read'],
  },
];

function PersonalTokenForm({ made }: Pick<NewTokenProps, 'made'>) {
  const { apps } = useApp();
  const [app, setApp] = useState('');
  return (
    <TokenForm
      example={words.tokens.example}
      recipes={recipes()}
      offered={scopes}
      scopeNames={scopeWords}
      effectsOf={effectWords}
      where={
        <NativeSelect
          label={words.tokens.shops}
          data={[
            { value: '', label: words.tokens.allShops },
            ...apps.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={app}
          onChange={(event) => setApp(event.currentTarget.value)}
        />
      }
      rangesHint={words.tokens.rangesHint}
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

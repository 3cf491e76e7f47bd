// Creates a further token of the chosen app: its scopes, allowed IP addresses and end.
import { Text } from '@mantine/core';
import type { App, CreateAppTokenBody, NewAppToken as Made } from '../../../../sdk/typescript/src/generated/api.ts';
import { appTokenScopes, isWithinRole } from '../../../../src/core/access/app-token-scopes.ts';
import type { Role } from '../../../../src/core/access/team.ts';
import { api } from '../../browser/api.ts';
import { words } from '../../words/words.ts';
import { appTokenEffects, appTokenWords } from './app-token-words.ts';
import { boundsOf, type Recipe, type TokenValues } from './token-fields.tsx';
import { TokenDialog, TokenForm } from './token-form.tsx';

export interface NewAppTokenProps {
  readonly app: App;
  readonly opened: boolean;
  readonly close: () => void;
  readonly made: (token: string) => void;
}

export function NewAppToken({ app, opened, close, made }: NewAppTokenProps) {
  const offered = appTokenScopes.filter((scope) => isWithinRole(scope, (app.role ?? 'owner') as Role));
  const recipes: readonly Recipe[] = [
    { name: words.tokens.readAll, scopes: offered.filter((scope) => scope.endsWith(':read')) },
  ];
  const post = (values: TokenValues): Promise<Made> => {
    const scopes = values.scopes as CreateAppTokenBody['scopes'];
    return api.post('/app-token', { ...boundsOf(values), app_id: app.id, scopes } satisfies CreateAppTokenBody);
  };
  return (
    <TokenDialog title={words.tokens.createFor({ name: app.name })} opened={opened} close={close}>
      <TokenForm
        example={words.tokens.appExample}
        recipes={recipes}
        offered={offered}
        scopeNames={appTokenWords()}
        effectsOf={appTokenEffects}
        note={
          offered.includes('invoices:settle') ? (
            <Text size="xs" c="dimmed">
              {words.tokens.needsPermission({ page: words.places.shop, section: words.settingsShop.appToken })}
            </Text>
          ) : null
        }
        post={post}
        refreshes={[['app-tokens', app.id]]}
        made={made}
      />
    </TokenDialog>
  );
}

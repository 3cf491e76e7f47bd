// The tokens of the app and of the user.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { App } from '../../../../sdk/typescript/src/generated/api.ts';
import { type Role, roleAllows } from '../../../../src/core/access/team.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { useKeys } from '../../browser/keys.ts';
import { Screen } from '../../parts/screen.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { words } from '../../words/words.ts';
import { AppToken } from './app-token.tsx';
import { AppTokens } from './app-tokens.tsx';
import { NewAppToken } from './new-app-token.tsx';
import { NewToken } from './new-token.tsx';
import { PersonalTokens } from './personal-tokens.tsx';

export function TokensScreen() {
  const { app } = useApp();
  const [isMaking, making] = useDisclosure(false);
  const [isMakingForApp, makingForApp] = useDisclosure(false);
  const [secret, setSecret] = useState<string | null>(null);
  useKeys([{ keys: 'n', words: words.tokens.create, act: making.open }]);
  const made = (token: string) => {
    making.close();
    makingForApp.close();
    setSecret(token);
  };
  return (
    <Screen title={words.places.tokens} action={<Button onClick={making.open}>{words.tokens.create}</Button>}>
      {app === null ? null : <AppToken key={app.id} app={app} />}
      {app !== null && mayMakeTokens(app) ? <AppTokens app={app} make={makingForApp.open} /> : null}
      <PersonalTokens make={making.open} />
      <NewToken opened={isMaking} close={making.close} made={made} />
      {app === null ? null : <NewAppToken app={app} opened={isMakingForApp} close={makingForApp.close} made={made} />}
      <SecretOnce
        secret={secret}
        title={words.tokens.newToken}
        advice={words.tokens.newTokenUse({ header: 'Authorization: Bearer …' })}
        close={() => setSecret(null)}
      />
    </Screen>
  );
}

/** The API leaves the role out for an owner. */
function mayMakeTokens({ role }: App): boolean {
  return roleAllows((role ?? 'owner') as Role, 'tokens');
}

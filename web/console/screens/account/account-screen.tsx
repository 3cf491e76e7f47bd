// One's own account: who one is here, how and where one is signed in, what acts for one, and how it all looks.
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useKeys } from '../../outside/keys.ts';
import { Screen } from '../../parts/screen.tsx';
import { Devices } from './devices.tsx';
import { Display } from './display.tsx';
import { Clients } from './programs/clients.tsx';
import { AccessTokens, LetIn } from './programs/let-in.tsx';
import { Passkeys } from './sign-in/passkeys.tsx';
import { Password } from './sign-in/password.tsx';
import { SecondFactor } from './sign-in/second-factor.tsx';
import { EmailAddress } from './you/email-address.tsx';
import { Profile } from './you/profile.tsx';

const parts = [
  { name: 'you', words: 'You' },
  { name: 'sign-in', words: 'Sign-in' },
  { name: 'devices', words: 'Devices' },
  { name: 'programs', words: 'Programs' },
  { name: 'display', words: 'Display' },
] as const;

export function AccountScreen() {
  const { part } = useSearch({ strict: false }) as { part?: string };
  const navigate = useNavigate();
  const shown = parts.find(({ name }) => name === part)?.name ?? 'you';
  const show = (name: string) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, part: name }), replace: true } as never);
  useKeys(parts.map(({ name, words }, index) => ({ keys: `${index + 1}`, words, act: () => show(name) })));
  return (
    <Screen title="Account">
      <Tabs value={shown} onChange={(name) => show(name ?? 'you')} keepMounted={false}>
        <Tabs.List mb="lg">
          {parts.map(({ name, words }) => (
            <Tabs.Tab key={name} value={name}>
              {words}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="you" className="stacked">
          <Profile />
          <EmailAddress />
        </Tabs.Panel>
        <Tabs.Panel value="sign-in" className="stacked">
          <Passkeys />
          <SecondFactor />
          <Password />
        </Tabs.Panel>
        <Tabs.Panel value="devices" className="stacked">
          <Devices />
        </Tabs.Panel>
        <Tabs.Panel value="programs" className="stacked">
          <AccessTokens />
          <LetIn />
          <Clients />
        </Tabs.Panel>
        <Tabs.Panel value="display" className="stacked">
          <Display />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

// The user's own account: profile, sign-in, devices, applications, display and notifications.
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useKeys } from '../../browser/keys.ts';
import { Screen } from '../../parts/screen.tsx';
import { words } from '../../words/words.ts';
import { Devices } from './devices.tsx';
import { Display } from './display.tsx';
import { Channels } from './notifications/channels.tsx';
import { Choices } from './notifications/choices.tsx';
import { AccessTokens, LetIn } from './programs/authorized-programs.tsx';
import { Clients } from './programs/clients.tsx';
import { Passkeys } from './sign-in/passkeys.tsx';
import { Password } from './sign-in/password.tsx';
import { SecondFactor } from './sign-in/second-factor.tsx';
import { EmailAddress } from './you/email-address.tsx';
import { Profile } from './you/profile.tsx';

const partsNow = () =>
  [
    { name: 'you', label: words.account.profile },
    { name: 'sign-in', label: words.account.signIn },
    { name: 'devices', label: words.account.devices },
    { name: 'programs', label: words.account.applications },
    { name: 'display', label: words.account.display },
    { name: 'notifications', label: words.account.notifications },
  ] as const;

export function AccountScreen() {
  const { part } = useSearch({ strict: false }) as { part?: string };
  const navigate = useNavigate();
  const parts = partsNow();
  const shown = parts.find(({ name }) => name === part)?.name ?? 'you';
  const show = (name: string) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, part: name }), replace: true } as never);
  useKeys(parts.map(({ name, label }, index) => ({ keys: `${index + 1}`, words: label, act: () => show(name) })));
  return (
    <Screen title={words.places.account}>
      <Tabs value={shown} onChange={(name) => show(name ?? 'you')} keepMounted={false}>
        <Tabs.List mb="lg">
          {parts.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
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
        <Tabs.Panel value="notifications" className="stacked">
          <Channels />
          <Choices />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

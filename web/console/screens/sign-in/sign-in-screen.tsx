// Sign-in by a passkey, or by password and, if it is set up, a second factor.
import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../browser/api.ts';
import { askForPasskey, knowsPasskeys } from '../../browser/passkeys.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { SecondFactor } from './second-factor.tsx';
import { Entrance, Refusal, useArrival, useBack } from './sign-in-card.tsx';

export function SignInScreen() {
  const arrive = useArrival();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [wantsCode, setWantsCode] = useState(false);
  const byPassword = useMutation({
    mutationFn: () => api.auth<{ twoFactorRedirect?: boolean }>('/sign-in/email', { email, password }),
    onSuccess: async (answer) => (answer.twoFactorRedirect === true ? setWantsCode(true) : arrive()),
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const options = await api.auth('/sign-in/passkey/options', {});
      await api.auth('/sign-in/passkey', { response: await askForPasskey(options) });
    },
    onSuccess: () => arrive(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    byPasskey.reset();
    byPassword.mutate();
  };
  if (wantsCode) return <SecondFactor again={() => setWantsCode(false)} />;
  return (
    <Entrance title={words.signIn.signIn}>
      <form onSubmit={submit}>
        <Stack>
          <Refusal error={byPassword.error} wrong={words.signIn.wrongPassword} />
          <Refusal error={byPasskey.error} wrong={words.signIn.unknownPasskey} />
          <TextInput
            label={words.signIn.email}
            type="email"
            autoComplete="username webauthn"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label={words.signIn.password}
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth loading={byPassword.isPending}>
            {words.signIn.signIn}
          </Button>
          {knowsPasskeys() ? (
            <Button variant="default" fullWidth loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
              {words.stepUp.passkey}
            </Button>
          ) : null}
        </Stack>
      </form>
      <OtherWays />
    </Entrance>
  );
}

function OtherWays() {
  const search = useBack();
  return (
    <Group justify="space-between">
      <Anchor component={AppLink} to="/console/forgotten" size="sm">
        {words.signIn.forgotPassword}
      </Anchor>
      <Text size="sm">
        {joined(
          words.signIn.newHere({
            link: (
              <Anchor component={AppLink} to="/console/sign-up" search={search as never} inherit>
                {words.signIn.signUp}
              </Anchor>
            ),
          }),
        )}
      </Text>
    </Group>
  );
}

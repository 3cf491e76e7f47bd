// Signing in: by a passkey, or by the password and, where one is set up, a second factor.
import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../outside/api.ts';
import { askForPasskey, knowsPasskeys } from '../../outside/passkeys.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { Entrance, Refusal, useArrival } from './entrance.tsx';
import { SecondFactor } from './second-factor.tsx';

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
    <Entrance title="Sign in">
      <form onSubmit={submit}>
        <Stack>
          <Refusal
            error={byPassword.error}
            wrong="E-mail and password do not belong together. Check both and try again."
          />
          <Refusal error={byPasskey.error} wrong="This passkey is not known here. Sign in with your password." />
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username webauthn"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth loading={byPassword.isPending}>
            Sign in
          </Button>
          {knowsPasskeys() ? (
            <Button variant="default" fullWidth loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
              Use a passkey
            </Button>
          ) : null}
        </Stack>
      </form>
      <OtherWays />
    </Entrance>
  );
}

function OtherWays() {
  return (
    <Group justify="space-between">
      <Anchor component={AppLink} to="/console/forgotten" size="sm">
        Forgotten the password?
      </Anchor>
      <Text size="sm">
        New here?{' '}
        <Anchor component={AppLink} to="/console/sign-up" inherit>
          Sign up
        </Anchor>
      </Text>
    </Group>
  );
}

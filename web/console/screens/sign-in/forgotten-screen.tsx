// The forgotten password: asks for the address, and says what happens next, whether or not somebody has it.
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../outside/api.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { Entrance, Refusal } from './entrance.tsx';

export function ForgottenScreen() {
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => api.auth('/request-password-reset', { email }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  const back = (
    <Anchor component={AppLink} to="/console/sign-in" size="sm">
      Back to the sign-in
    </Anchor>
  );
  if (ask.isSuccess) {
    return (
      <Entrance title="Look into your mail">
        <Text>
          If <strong>{email}</strong> has an account here, a link to choose a new password is on its way. It works for
          an hour, and once.
        </Text>
        <Text c="dimmed">Nothing came? Look among the unwanted mail, or check the address.</Text>
        <Button variant="default" onClick={() => ask.reset()}>
          Try another address
        </Button>
        {back}
      </Entrance>
    );
  }
  return (
    <Entrance title="Forgotten the password?">
      <form onSubmit={submit}>
        <Stack>
          <Text>We mail you a link with which you choose a new one.</Text>
          <Refusal error={ask.error} wrong="This did not work." />
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth loading={ask.isPending}>
            Send the link
          </Button>
        </Stack>
      </form>
      {back}
    </Entrance>
  );
}

// The forgotten password: requests a link by mail. The answer is the same whether or not the address has an account.
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../browser/api.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { Entrance, Refusal } from './sign-in-card.tsx';

export function ForgottenScreen() {
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => api.auth('/request-password-reset', { email }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  const back = (
    <Anchor component={AppLink} to="/console/sign-in" size="sm">
      {words.signIn.backToSignIn}
    </Anchor>
  );
  if (ask.isSuccess) {
    return (
      <Entrance title={words.signIn.checkMail}>
        <Text>{joined(words.signIn.resetSent({ email: <strong>{email}</strong> }))}</Text>
        <Text c="dimmed">{words.signIn.noResetMail}</Text>
        <Button variant="default" onClick={() => ask.reset()}>
          {words.signIn.otherAddress}
        </Button>
        {back}
      </Entrance>
    );
  }
  return (
    <Entrance title={words.signIn.forgotPassword}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{words.signIn.forgotMore}</Text>
          <Refusal error={ask.error} wrong={words.signIn.failed} />
          <TextInput
            label={words.signIn.email}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth loading={ask.isPending}>
            {words.signIn.sendLink}
          </Button>
        </Stack>
      </form>
      {back}
    </Entrance>
  );
}

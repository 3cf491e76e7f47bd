// The second factor: the code of an authenticator, or one of the recovery codes.
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../browser/api.ts';
import { words } from '../../words/words.ts';
import { Entrance, Refusal, useArrival } from './sign-in-card.tsx';

type Way = 'code' | 'recovery';

const wayOf = (by: Way) =>
  by === 'code'
    ? {
        label: words.stepUp.code,
        advice: words.signIn.codeAdvice,
        path: '/two-factor/verify-totp',
        wrong: words.stepUp.wrongCode,
        other: words.signIn.useRecoveryCode,
      }
    : {
        label: words.signIn.recoveryCode,
        advice: words.signIn.recoveryAdvice,
        path: '/two-factor/verify-backup-code',
        wrong: words.signIn.wrongRecoveryCode,
        other: words.signIn.useAuthenticator,
      };

/** `again` returns to e-mail and password. */
export function SecondFactor({ again }: { readonly again: () => void }) {
  const arrive = useArrival();
  const [by, setBy] = useState<Way>('code');
  const [code, setCode] = useState('');
  const way = wayOf(by);
  const confirm = useMutation({
    mutationFn: () => api.auth(way.path, { code: code.replaceAll(' ', '') }),
    onSuccess: () => arrive(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  const change = () => {
    setBy(by === 'code' ? 'recovery' : 'code');
    setCode('');
    confirm.reset();
  };
  return (
    <Entrance title={words.signIn.twoFactor}>
      <form onSubmit={submit}>
        <Stack>
          <Refusal error={confirm.error} wrong={way.wrong} />
          <TextInput
            key={by}
            label={way.label}
            description={way.advice}
            inputMode={by === 'code' ? 'numeric' : 'text'}
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            autoFocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth loading={confirm.isPending}>
            {words.signIn.confirm}
          </Button>
        </Stack>
      </form>
      <Group justify="space-between">
        <Anchor component="button" type="button" size="sm" onClick={change}>
          {way.other}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={again}>
          {words.signIn.startAgain}
        </Anchor>
      </Group>
      {by === 'recovery' ? (
        <Text size="xs" c="dimmed">
          {words.signIn.noCodes}
        </Text>
      ) : null}
    </Entrance>
  );
}

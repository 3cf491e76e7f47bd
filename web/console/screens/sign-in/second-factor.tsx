// The second factor: the code of an authenticator, or one of the recovery codes.
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../outside/api.ts';
import { Entrance, Refusal, useArrival } from './entrance.tsx';

const ways = {
  code: {
    label: 'Code of your authenticator',
    advice: 'Six digits from the app on your phone.',
    path: '/two-factor/verify-totp',
    wrong: 'This code is not right, or was used already. Wait for the next one.',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    advice: 'One of those that you kept when you set the second factor up. Each works once.',
    path: '/two-factor/verify-backup-code',
    wrong: 'This is no recovery code of yours, or it was used already.',
    other: 'Use the authenticator',
  },
} as const;

/** `again` leads back to e-mail and password. */
export function SecondFactor({ again }: { readonly again: () => void }) {
  const arrive = useArrival();
  const [by, setBy] = useState<keyof typeof ways>('code');
  const [code, setCode] = useState('');
  const way = ways[by];
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
    <Entrance title="One more step">
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
            Confirm
          </Button>
        </Stack>
      </form>
      <Group justify="space-between">
        <Anchor component="button" type="button" size="sm" onClick={change}>
          {way.other}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={again}>
          Start again
        </Anchor>
      </Group>
      {by === 'recovery' ? (
        <Text size="xs" c="dimmed">
          No code left? The operator of this instance can help you, after making sure that it is you.
        </Text>
      ) : null}
    </Entrance>
  );
}

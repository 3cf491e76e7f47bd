// The e-mail address, and a change of it that takes effect when both addresses confirm.
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Account } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { useAct } from '../../../browser/use-act.ts';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { Awaited, NotAnswered } from '../../../parts/screen.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { Time } from '../../../parts/time.tsx';
import { joined } from '../../../words/text-with-elements.ts';
import { words } from '../../../words/words.ts';

export function EmailAddress() {
  const account = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => api.get<Account>('/account', {}, signal),
  });
  if (account.error !== null) return <NotAnswered error={account.error} again={() => void account.refetch()} />;
  if (account.data === undefined) return <Awaited lines={3} />;
  const { email, email_verified, email_change } = account.data;
  return (
    <Section
      title={words.headings.email}
      about={words.account.emailAbout}
      aside={
        <StatusBadge
          status={email_verified ? 'confirmed' : 'unconfirmed'}
          name={email_verified ? words.statuses.confirmed : words.account.unconfirmed}
          tone={email_verified ? 'good' : 'act'}
        />
      }
    >
      <Text fw={600}>{email}</Text>
      {email_change === null ? null : <Waiting change={email_change} old={email} />}
      <ChangeForm old={email} isWaiting={email_change !== null} />
    </Section>
  );
}

type Change = NonNullable<Account['email_change']>;

function Waiting({ change, old }: { readonly change: Change; readonly old: string }) {
  const agreed = (email: string, at: string | null) => (
    <Text>
      {at === null
        ? words.account.notYet({ email })
        : joined(words.account.confirmedAt({ email, time: <Time at={at} /> }))}
    </Text>
  );
  return (
    <Alert color="amber" variant="light" title={words.account.emailChange({ email: change.new_email })}>
      <Stack gap={4}>
        {agreed(change.new_email, change.new_agreed_at)}
        {agreed(old, change.old_agreed_at)}
        <Text>
          {joined(
            words.account.emailWithoutOld({
              time: <Time at={change.counts_without_old_at} />,
            }),
          )}
        </Text>
      </Stack>
    </Alert>
  );
}

function refusalOf(code: string): string | undefined {
  if (code === 'SAME_EMAIL') return words.account.sameEmail;
  return code === 'INVALID_EMAIL' ? words.account.invalidEmail : undefined;
}

function ChangeForm({ old, isWaiting }: { readonly old: string; readonly isWaiting: boolean }) {
  const [email, setEmail] = useState('');
  const ask = useAct({
    act: () => api.authProved('/change-email', { newEmail: email }),
    said: words.account.emailAsked,
    refreshes: [['account']],
    showsProblem: true,
    done: () => setEmail(''),
  });
  const error = ask.problem === null ? undefined : refusalOf(ask.problem.code);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {error === undefined ? <ProblemNote problem={ask.problem} /> : null}
        <Group align="end">
          <TextInput
            label={isWaiting ? words.account.anotherAddress : words.account.newAddress}
            type="email"
            autoComplete="off"
            required
            withAsterisk={false}
            value={email}
            error={error}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              ask.forget();
            }}
            style={{ flex: '1 1 15rem' }}
          />
          <Button type="submit" variant="default" loading={ask.isRunning} disabled={email === '' || email === old}>
            {words.account.askBoth}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

// Changes the password. The form names the sessions and tokens that this ends.
import { Button, Checkbox, PasswordInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../browser/api.ts';
import { useAct } from '../../../browser/use-act.ts';
import { fieldErrors, ProblemNote } from '../../../parts/problem-note.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { words } from '../../../words/words.ts';

const empty = { currentPassword: '', newPassword: '', endOtherAccess: false };

export function Password() {
  const client = useQueryClient();
  const [given, setGiven] = useState(empty);
  const change = useAct({
    act: () => api.authProved('/change-password', given),
    said: words.account.passwordChanged,
    showsProblem: true,
    done: () => {
      setGiven(empty);
      void client.invalidateQueries();
    },
  });
  const isWrong = change.problem?.code === 'INVALID_PASSWORD';
  const errors = fieldErrors(change.problem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.run();
  };
  const field = (name: 'currentPassword' | 'newPassword') => ({
    value: given[name],
    required: true,
    withAsterisk: false,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget;
      setGiven((before) => ({ ...before, [name]: value }));
      change.forget();
    },
  });
  return (
    <Section title={words.headings.password} about={words.account.passwordAbout}>
      <form onSubmit={submit}>
        <Stack maw="26rem">
          {isWrong ? null : <ProblemNote problem={change.problem} shown={['newPassword']} />}
          <PasswordInput
            label={words.account.currentPassword}
            autoComplete="current-password"
            error={isWrong ? words.stepUp.wrongPassword : undefined}
            {...field('currentPassword')}
          />
          <PasswordInput
            label={words.account.newPassword}
            description={words.signIn.passwordAdvice}
            autoComplete="new-password"
            minLength={8}
            maxLength={128}
            error={errors.newPassword}
            {...field('newPassword')}
          />
          <Checkbox
            label={words.account.endOther}
            description={words.account.endOtherHint}
            checked={given.endOtherAccess}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              setGiven((before) => ({ ...before, endOtherAccess: checked }));
            }}
          />
          <div>
            <Button type="submit" variant="default" loading={change.isRunning}>
              {words.account.changePassword}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  );
}

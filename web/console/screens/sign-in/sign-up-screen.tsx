// Sign-up, if the instance allows it. The address must be confirmed first, if mail can be sent.
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../browser/api.ts';
import { ApiProblem } from '../../browser/api-problem.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { fieldErrors } from '../../parts/problem-note.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { keepReturnPath } from './return-path.ts';
import { Entrance, Refusal, useArrival, useBack } from './sign-in-card.tsx';

export function SignUpScreen() {
  const arrive = useArrival();
  const search = useBack();
  const navigate = useNavigate();
  const [given, setGiven] = useState({ name: '', email: '', password: '' });
  const signUp = useMutation({
    mutationFn: async () => {
      await api.auth('/sign-up/email', given);
      return signsIn(given);
    },
    onSuccess: (isIn) => {
      if (isIn) return arrive('/console/start');
      keepReturnPath(search.back ?? '/console/start', Date.now());
      return navigate({ to: '/console/verify', search: { email: given.email } as never });
    },
  });
  const problem = signUp.error instanceof ApiProblem ? signUp.error : null;
  const errors = fieldErrors(problem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signUp.mutate();
  };
  const field = (name: keyof typeof given) => ({
    value: given[name],
    error: errors[name],
    required: true,
    withAsterisk: false,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget;
      setGiven((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <Entrance title={words.signIn.signUp}>
      <form onSubmit={submit}>
        <Stack>
          {problem === null || problem.fields.length === 0 ? (
            <Refusal error={signUp.error} wrong={words.signIn.failed} />
          ) : null}
          <TextInput label={words.headings.name} autoComplete="name" autoFocus {...field('name')} />
          <TextInput label={words.signIn.email} type="email" autoComplete="username" {...field('email')} />
          <PasswordInput
            label={words.signIn.password}
            description={words.signIn.passwordAdvice}
            autoComplete="new-password"
            minLength={8}
            maxLength={128}
            {...field('password')}
          />
          <Button type="submit" fullWidth loading={signUp.isPending}>
            {words.signIn.signUp}
          </Button>
        </Stack>
      </form>
      <Text size="sm">
        {joined(
          words.signIn.haveAccount({
            link: (
              <Anchor component={AppLink} to="/console/sign-in" search={search as never} inherit>
                {words.signIn.signIn}
              </Anchor>
            ),
          }),
        )}
      </Text>
    </Entrance>
  );
}

async function isSignedIn(): Promise<boolean> {
  return (await api.auth<object | null>('/get-session')) !== null;
}

/** Without mail nothing has to be confirmed. With mail, the account cannot sign in before. */
async function signsIn({ email, password }: { readonly email: string; readonly password: string }): Promise<boolean> {
  try {
    await api.auth('/sign-in/email', { email, password });
    return await isSignedIn();
  } catch (error) {
    if (error instanceof ApiProblem && error.status !== 0) return false;
    throw error;
  }
}

// Requires the password before a change of the second factor.
import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api } from '../../../browser/api.ts';
import { personQuery } from '../../../browser/queries.ts';
import { useAct } from '../../../browser/use-act.ts';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { words } from '../../../words/words.ts';

export interface PasswordDialogProps<Answer> {
  readonly title: string;
  /** Below /api/auth; it takes the password. */
  readonly path: string;
  /** The button: a verb and its object. */
  readonly yes: string;
  readonly said?: string;
  readonly close: () => void;
  /** Called with the answer, instead of closing. */
  readonly done?: (answer: Answer) => void;
  /** The consequences. */
  readonly children?: ReactNode;
}

export function PasswordDialog<Answer>(props: PasswordDialogProps<Answer>) {
  const { title, path, yes, said, close, done, children } = props;
  const [password, setPassword] = useState('');
  const act = useAct<void, Answer>({
    act: () => api.authProved<Answer>(path, { password }),
    ...(said === undefined ? {} : { said }),
    refreshes: [personQuery.queryKey],
    showsProblem: true,
    done: (answer) => (done === undefined ? close() : done(answer)),
  });
  const isWrong = act.problem?.code === 'INVALID_PASSWORD';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act.run();
  };
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': words.common.close }}>
      <form onSubmit={submit}>
        <Stack>
          {children}
          {isWrong ? null : <ProblemNote problem={act.problem} />}
          <PasswordInput
            label={words.stepUp.password}
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            value={password}
            error={isWrong ? words.stepUp.wrongPassword : undefined}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              act.forget();
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.common.keep}
            </Button>
            <Button type="submit" loading={act.isRunning}>
              {yes}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

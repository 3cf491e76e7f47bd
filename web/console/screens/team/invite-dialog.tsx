// Invites somebody by mail. Whether the address has an account here makes no difference, and is not told.
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { App } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { useAct } from '../../outside/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { RoleChoice } from './role-choice.tsx';
import type { Role } from './team.ts';

export interface InviteDialogProps {
  readonly app: App;
  readonly opened: boolean;
  readonly close: () => void;
}

export function InviteDialog({ app, opened, close }: InviteDialogProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('accountant');
  const shut = () => {
    act.forget();
    close();
  };
  const act = useAct({
    act: () => api.post('/app-member', { app_id: app.id, email, role }),
    said: `The invitation is on its way to ${email}.`,
    refreshes: [
      ['app-members', app.id],
      ['audit-log', app.id],
    ],
    showsProblem: true,
    done: () => {
      setEmail('');
      shut();
    },
  });
  const errors = fieldErrors(act.problem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act.run();
  };
  return (
    <Modal
      opened={opened}
      onClose={shut}
      title={`Invite somebody to ${app.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack>
          <ProblemNote problem={act.problem} shown={['email', 'role']} />
          <TextInput
            label="E-mail"
            type="email"
            description="They get a link that works for 7 days."
            autoComplete="off"
            required
            withAsterisk={false}
            data-autofocus
            value={email}
            error={errors.email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <RoleChoice value={role} choose={setRole} error={errors.role} />
          {role === 'owner' ? <OwnerNote /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={shut}>
              Close
            </Button>
            <Button type="submit" loading={act.isRunning}>
              Send the invitation
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

export function OwnerNote() {
  return (
    <Alert color="amber" variant="light">
      An owner can change where you are paid, and remove everybody from the team, you too.
    </Alert>
  );
}

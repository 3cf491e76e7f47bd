// Invites a user by mail. The answer is the same whether or not the address has an account here.
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { App } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { measure } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
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
    said: words.team.invitationSent({ email }),
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
      title={words.team.inviteTitle({ name: app.name })}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <ProblemNote problem={act.problem} shown={['email', 'role']} />
          <TextInput
            label={words.common.email}
            type="email"
            description={words.team.inviteLink({ days: measure(7, 'day') })}
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
              {words.common.close}
            </Button>
            <Button type="submit" loading={act.isRunning}>
              {words.team.sendInvitation}
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
      {words.team.ownerWarning}
    </Alert>
  );
}

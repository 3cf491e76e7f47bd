// The members of a team and those who were invited, with what an owner can do about each.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AppMember } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { useAct } from '../../outside/use-act.ts';
import { Confirm, type ConfirmProps } from '../../parts/confirm.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Row, RowList } from '../../parts/sheets/row-list.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { OwnerNote } from './invite-dialog.tsx';
import { RoleChoice } from './role-choice.tsx';
import { nameOf, type Role, roleWords } from './team.ts';

const refreshes = [['app-members'], ['app'], ['audit-log']];

export interface MembersProps {
  readonly members: readonly AppMember[];
  /** The id of whoever looks. */
  readonly me: string | null;
  readonly canChange: boolean;
}

export function Members({ members, me, canChange }: MembersProps) {
  const [changed, setChanged] = useState<AppMember | null>(null);
  const [question, setQuestion] = useState<ConfirmProps['question']>(null);
  const owners = members.filter(({ role }) => role === 'owner').length;
  const remove = useAct({
    act: (member: AppMember) => api.delete(`/app-member/${member.id}`),
    said: 'Removed from the team.',
    refreshes,
    done: () => setQuestion(null),
  });
  const askToRemove = (member: AppMember) =>
    setQuestion({
      title: member.user_id === me ? 'Leave the team?' : `Remove ${nameOf(member)}?`,
      costs:
        member.user_id === me
          ? 'You no longer see this shop, and your tokens stop working for it at once.'
          : 'They no longer see this shop, and their tokens stop working for it. The audit log stays.',
      yes: member.user_id === me ? 'Leave the team' : `Remove ${nameOf(member)}`,
      act: () => remove.run(member),
    });
  return (
    <>
      <RowList label="Members">
        {members.map((member) => (
          <Row
            key={member.id}
            title={nameOf(member)}
            marks={<Marks member={member} isMe={member.user_id === me} />}
            detail={
              <>
                {member.name === null ? null : `${member.email}, `}joined <Time at={member.created_at} />
              </>
            }
          >
            {!canChange ? null : member.role === 'owner' && owners === 1 ? (
              <Text size="sm" c="dimmed" maw="20rem">
                The only owner stays. Make somebody else an owner first.
              </Text>
            ) : (
              <Group gap="xs">
                <Button
                  variant="default"
                  aria-label={`Change role of ${nameOf(member)}`}
                  onClick={() => setChanged(member)}
                >
                  Change role
                </Button>
                <Button
                  variant="default"
                  aria-label={member.user_id === me ? 'Leave the team' : `Remove ${nameOf(member)}`}
                  onClick={() => askToRemove(member)}
                >
                  {member.status === 'tampered' ? <StatusBadge status="tampered" tone="bad" /> : null}
                  {member.user_id === me ? 'Leave' : 'Remove'}
                </Button>
              </Group>
            )}
          </Row>
        ))}
      </RowList>
      <RoleDialog key={changed?.id} member={changed} close={() => setChanged(null)} />
      <Confirm question={question} isRunning={remove.isRunning} close={() => setQuestion(null)} />
    </>
  );
}

function RoleDialog({ member, close }: { readonly member: AppMember | null; readonly close: () => void }) {
  const [role, setRole] = useState<Role>(member?.role ?? 'accountant');
  const act = useAct({
    act: () => api.put(`/app-member/${member?.id}`, { role }),
    said: 'The role was changed.',
    refreshes,
    showsProblem: true,
    done: close,
  });
  return (
    <Modal
      opened={member !== null}
      onClose={close}
      title={member === null ? '' : `What may ${nameOf(member)} do?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <ProblemNote problem={act.problem} />
        <RoleChoice value={role} choose={setRole} />
        {role === 'owner' && member?.role !== 'owner' ? <OwnerNote /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Close
          </Button>
          <Button loading={act.isRunning} disabled={role === member?.role} onClick={() => act.run()}>
            Change the role
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

export function Marks({ member, isMe }: { readonly member: AppMember; readonly isMe: boolean }) {
  return (
    <>
      <StatusBadge status={member.role} name={roleWords[member.role].name} tone="quiet" />
      {member.status === 'tampered' ? <StatusBadge status="tampered" tone="bad" /> : null}
      {isMe ? <StatusBadge status="you" name="You" tone="good" /> : null}
    </>
  );
}

interface InvitationsProps {
  readonly invited: readonly AppMember[];
  readonly canChange: boolean;
}

export function Invitations({ invited, canChange }: InvitationsProps) {
  const again = useAct({
    act: ({ app_id, email, role }: AppMember) => api.post('/app-member', { app_id, email, role }),
    said: 'The invitation is on its way again. Earlier links no longer work.',
    refreshes,
  });
  const withdraw = useAct({
    act: ({ id }: AppMember) => api.delete(`/app-member/${id}`),
    said: 'The invitation is taken back: its link no longer works.',
    refreshes,
  });
  return (
    <Section title="Invited" about="They join by the link in their mail, signed in with that address.">
      <RowList label="Invitations">
        {invited.map((one) => (
          <Row
            key={one.id}
            title={one.email}
            marks={
              <>
                <StatusBadge status={one.role} name={roleWords[one.role].name} tone="quiet" />
                {one.status === 'invited' ? null : <StatusBadge status={one.status} tone="act" />}
              </>
            }
            detail={
              one.invitation_ends_at === null ? undefined : (
                <>
                  The link {one.status === 'expired' ? 'ended' : 'ends'} <Time at={one.invitation_ends_at} />
                </>
              )
            }
          >
            {canChange ? (
              <Group gap="xs">
                <Button
                  variant="default"
                  aria-label={`Send again to ${one.email}`}
                  loading={again.isRunning}
                  onClick={() => again.run(one)}
                >
                  Send again
                </Button>
                <Button
                  variant="default"
                  aria-label={`Take back the invitation of ${one.email}`}
                  loading={withdraw.isRunning}
                  onClick={() => withdraw.run(one)}
                >
                  Take back
                </Button>
              </Group>
            ) : null}
          </Row>
        ))}
      </RowList>
    </Section>
  );
}

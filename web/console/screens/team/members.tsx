// The members of a team and the invited users, with an owner's actions for each.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AppMember } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { Confirm, type ConfirmProps } from '../../parts/confirm.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Row, RowList } from '../../parts/sheets/row-list.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { OwnerNote } from './invite-dialog.tsx';
import { RoleChoice } from './role-choice.tsx';
import { nameOf, type Role, wordsOfRole } from './team.ts';

const refreshes = [['app-members'], ['app'], ['audit-log']];

export interface MembersProps {
  readonly members: readonly AppMember[];
  /** The signed-in user's id. */
  readonly me: string | null;
  readonly canChange: boolean;
}

export function Members({ members, me, canChange }: MembersProps) {
  const [changed, setChanged] = useState<AppMember | null>(null);
  const [question, setQuestion] = useState<ConfirmProps['question']>(null);
  const owners = members.filter(({ role }) => role === 'owner').length;
  const remove = useAct({
    act: (member: AppMember) => api.delete(`/app-member/${member.id}`),
    said: words.team.removed,
    refreshes,
    done: () => setQuestion(null),
  });
  const askToRemove = (member: AppMember) =>
    setQuestion({
      title: member.user_id === me ? words.team.leaveTitle : words.team.removeTitle({ name: nameOf(member) }),
      costs: member.user_id === me ? words.team.leaveCosts : words.team.removeCosts,
      yes: member.user_id === me ? words.team.leaveTeam : words.team.removeName({ name: nameOf(member) }),
      act: () => remove.run(member),
    });
  return (
    <>
      <RowList label={words.team.members}>
        {members.map((member) => (
          <Row
            key={member.id}
            title={nameOf(member)}
            marks={<Marks member={member} isMe={member.user_id === me} />}
            detail={
              <>
                {member.name === null ? null : `${member.email} · `}
                {joined(words.team.joined({ time: <Time at={member.created_at} /> }))}
              </>
            }
          >
            {!canChange ? null : member.role === 'owner' && owners === 1 ? (
              <Text size="sm" c="dimmed" maw="20rem">
                {words.team.lastOwner}
              </Text>
            ) : (
              <Group gap="xs">
                <Button
                  variant="default"
                  aria-label={words.team.changeRoleOf({ name: nameOf(member) })}
                  onClick={() => setChanged(member)}
                >
                  {words.team.changeRole}
                </Button>
                <Button
                  variant="default"
                  aria-label={
                    member.user_id === me ? words.team.leaveTeam : words.team.removeName({ name: nameOf(member) })
                  }
                  onClick={() => askToRemove(member)}
                >
                  {member.user_id === me ? words.team.leave : words.team.remove}
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
    said: words.team.roleChanged,
    refreshes,
    showsProblem: true,
    done: close,
  });
  return (
    <Modal
      opened={member !== null}
      onClose={close}
      title={member === null ? '' : words.team.roleOf({ name: nameOf(member) })}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <Stack>
        <ProblemNote problem={act.problem} />
        <RoleChoice value={role} choose={setRole} />
        {role === 'owner' && member?.role !== 'owner' ? <OwnerNote /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {words.common.close}
          </Button>
          <Button loading={act.isRunning} disabled={role === member?.role} onClick={() => act.run()}>
            {words.team.changeRole}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

export function Marks({ member, isMe }: { readonly member: AppMember; readonly isMe: boolean }) {
  return (
    <>
      <StatusBadge status={member.role} name={wordsOfRole(member.role).name} tone="quiet" />
      {member.status === 'tampered' ? <StatusBadge status="tampered" name={words.team.tampered} tone="bad" /> : null}
      {isMe ? <StatusBadge status="you" name={words.team.you} tone="good" /> : null}
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
    said: words.team.invitedAgain,
    refreshes,
  });
  const withdraw = useAct({
    act: ({ id }: AppMember) => api.delete(`/app-member/${id}`),
    said: words.team.withdrawn,
    refreshes,
  });
  return (
    <Section title={words.team.invited} about={words.team.invitedMore}>
      <RowList label={words.team.invitations}>
        {invited.map((one) => (
          <Row
            key={one.id}
            title={one.email}
            marks={
              <>
                <StatusBadge status={one.role} name={wordsOfRole(one.role).name} tone="quiet" />
                {one.status === 'invited' ? null : <StatusBadge status={one.status} tone="act" />}
              </>
            }
            detail={
              one.invitation_ends_at === null
                ? undefined
                : joined(
                    one.status === 'expired'
                      ? words.team.linkExpired({ time: <Time at={one.invitation_ends_at} /> })
                      : words.team.linkExpires({ time: <Time at={one.invitation_ends_at} /> }),
                  )
            }
          >
            {canChange ? (
              <Group gap="xs">
                <Button
                  variant="default"
                  aria-label={words.team.sendAgainTo({ email: one.email })}
                  loading={again.isRunning}
                  onClick={() => again.run(one)}
                >
                  {words.team.sendAgain}
                </Button>
                <Button
                  variant="default"
                  aria-label={words.team.withdrawOf({ email: one.email })}
                  loading={withdraw.isRunning}
                  onClick={() => withdraw.run(one)}
                >
                  {words.team.withdraw}
                </Button>
              </Group>
            ) : null}
          </Row>
        ))}
      </RowList>
    </Section>
  );
}

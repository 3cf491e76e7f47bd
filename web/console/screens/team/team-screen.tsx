// The members of an app with their roles, and changes of receiving addresses that wait for a second owner.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { App, AppMember } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { useKeys } from '../../browser/keys.ts';
import { personQuery } from '../../browser/queries.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { NoApp } from '../../parts/sheets/no-app.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { words } from '../../words/words.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { Invitations, Members } from './members.tsx';
import { PayoutChanges } from './payout-changes.tsx';
import { roleIn } from './team.ts';

export function TeamScreen() {
  const { app, isKnown } = useApp();
  if (app !== null) return <Team key={app.id} app={app} />;
  return <Screen title={words.places.team}>{isKnown ? <NoApp /> : <Awaited />}</Screen>;
}

function Team({ app }: { readonly app: App }) {
  const [isInviting, setInviting] = useState(false);
  const { data: person } = useQuery(personQuery);
  const isOwner = roleIn(app) === 'owner';
  const team = useQuery({
    queryKey: ['app-members', app.id],
    queryFn: ({ signal }) => api.get<AppMember[]>('/app-members', { app_id: app.id, limit: 100 }, signal),
  });
  const invite = () => setInviting(true);
  useKeys(isOwner ? [{ keys: 'n', words: words.team.invite, act: invite }] : []);
  const members = team.data?.filter((one) => one.user_id !== null) ?? [];
  const invited = team.data?.filter((one) => one.user_id === null) ?? [];
  return (
    <Screen
      title={words.places.team}
      action={isOwner ? <Button onClick={invite}>{words.team.invite}</Button> : undefined}
    >
      {team.isPending ? <Awaited /> : null}
      {team.error === null ? null : <NotAnswered error={team.error} again={() => void team.refetch()} />}
      {team.data === undefined ? null : (
        <>
          <Section title={words.team.membersOf({ name: app.name })} about={isOwner ? undefined : words.team.ownersOnly}>
            <Members members={members} me={person?.id ?? null} canChange={isOwner} />
            {members.length === 1 && isOwner ? <Alone /> : null}
          </Section>
          {invited.length === 0 ? null : <Invitations invited={invited} canChange={isOwner} />}
          <PayoutChanges app={app} members={members} me={person?.id ?? null} isOwner={isOwner} />
        </>
      )}
      <div>
        <ButtonLink to="/console/audit" variant="default">
          {words.places.audit}
        </ButtonLink>
      </div>
      <InviteDialog app={app} opened={isInviting} close={() => setInviting(false)} />
    </Screen>
  );
}

function Alone() {
  return (
    <Text c="dimmed" size="sm">
      {words.team.alone}
    </Text>
  );
}

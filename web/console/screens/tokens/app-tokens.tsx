// The further tokens of the chosen app, with the scopes, creator and end of each.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { App, AppMember, AppToken, Door } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { personQuery } from '../../browser/queries.ts';
import { useAct } from '../../browser/use-act.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { words } from '../../words/words.ts';
import { doorsQuery } from '../integrations/doors-query.ts';
import { nameOfDoor } from '../integrations/integration-kinds.ts';
import { nameOf } from '../team/team.ts';
import { appTokenWords } from './app-token-words.ts';
import { appTokensQuery } from './app-tokens-query.ts';
import { TokenSheet } from './token-sheet.tsx';

export function AppTokens({ app, make }: { readonly app: App; readonly make: () => void }) {
  const { data: person } = useQuery(personQuery);
  const tokens = useQuery(appTokensQuery(app.id));
  const { data: members = [] } = useQuery({
    queryKey: ['app-members', app.id],
    queryFn: ({ signal }) => api.get<AppMember[]>('/app-members', { app_id: app.id, limit: 100 }, signal),
  });
  const { data: doors = [] } = useQuery(doorsQuery(app.id));
  const [asked, setAsked] = useState<AppToken | null>(null);
  const revoke = useAct<string>({
    act: (id) => api.delete(`/app-token/${id}`),
    refreshes: [appTokensQuery(app.id).queryKey],
    said: words.tokens.revoked,
    done: () => setAsked(null),
  });
  const mayRevoke = (token: AppToken) => app.role === undefined || token.made_by === person?.id;
  return (
    <>
      <Section
        title={words.tokens.moreTokens({ name: app.name })}
        about={words.tokens.moreTokensAbout}
        aside={
          <Button variant="default" size="compact-sm" onClick={make}>
            {words.tokens.createAppToken}
          </Button>
        }
      >
        {tokens.data === undefined && tokens.error === null ? <Awaited lines={2} /> : null}
        {tokens.error === null ? null : <NotAnswered error={tokens.error} again={() => void tokens.refetch()} />}
      </Section>
      {(tokens.data ?? [])
        .filter(({ id }) => !doors.some((door) => door.id === id))
        .map((token) => (
          <TokenSheet
            key={token.id}
            token={token}
            prefix="qapp_"
            scopeNames={appTokenWords()}
            {...(mayRevoke(token) ? { revoke: () => setAsked(token) } : {})}
            bounds={null}
          >
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {words.tokens.createdBy({ name: makerOf(token, members) })}
            </Text>
          </TokenSheet>
        ))}
      {doors.map((door) => (
        <DoorToken key={door.id} door={door} />
      ))}
      <Confirm
        question={
          asked === null
            ? null
            : {
                title: words.tokens.revokeTitle({ name: asked.name }),
                costs: words.tokens.revokeCosts,
                yes: words.tokens.revokeToken,
                act: () => revoke.run(asked.id),
              }
        }
        isRunning={revoke.isRunning}
        close={() => setAsked(null)}
      />
    </>
  );
}

/** The credentials of an integration are not this token's secret, and it has no end to show. */
function DoorToken({ door }: { readonly door: Door }) {
  return (
    <Section
      title={<bdi>{nameOfDoor(door)}</bdi>}
      about={words.integrations.tokenOf({ page: words.places.integrations })}
      aside={
        <ButtonLink variant="default" size="compact-sm" to="/console/settings/integrations">
          {words.integrations.viewIntegration}
        </ButtonLink>
      }
    />
  );
}

function makerOf(token: AppToken, members: readonly AppMember[]): string {
  const maker = members.find(({ user_id }) => user_id === token.made_by);
  return maker === undefined ? words.tokens.member : nameOf(maker);
}

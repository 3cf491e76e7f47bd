// What acts for one without a browser: personal access tokens, and programs that one let in.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Oauth2Session, PersonalAccessToken } from '../../../../../sdk/src/generated/api.ts';
import { api } from '../../../outside/api.ts';
import { appsQuery } from '../../../outside/queries.ts';
import { useAct } from '../../../outside/use-act.ts';
import { ButtonLink } from '../../../parts/app-link.tsx';
import { Confirm, type ConfirmProps } from '../../../parts/confirm.tsx';
import { Awaited, NotAnswered } from '../../../parts/screen.tsx';
import { Row, RowList } from '../../../parts/sheets/row-list.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { Time } from '../../../parts/time.tsx';
import { words } from '../../../words/words.ts';
import { scopesInWords } from './scope-words.ts';

export function AccessTokens() {
  const [question, setQuestion] = useState<ConfirmProps['question']>(null);
  const { data: apps = [] } = useQuery(appsQuery);
  const tokens = useQuery({
    queryKey: ['personal-access-tokens'],
    queryFn: ({ signal }) => api.get<PersonalAccessToken[]>('/personal-access-tokens', { limit: 100 }, signal),
  });
  const revoke = useAct({
    act: ({ id }: PersonalAccessToken) => api.delete(`/personal-access-token/${id}`),
    said: 'Revoked: the token opens nothing any more.',
    refreshes: [['personal-access-tokens']],
    done: () => setQuestion(null),
  });
  const askToRevoke = (token: PersonalAccessToken) =>
    setQuestion({
      title: `Revoke ${token.name}?`,
      costs: 'Whatever uses it is refused at once. It cannot be brought back.',
      yes: 'Revoke the token',
      act: () => revoke.run(token),
    });
  const nameOfApp = (id: string) => apps.find((app) => app.id === id)?.name ?? 'a shop that is archived';
  return (
    <Section
      title="Access tokens"
      about="They act for you in programs of your own."
      aside={
        <ButtonLink to="/console/settings/tokens" variant="default">
          Make a token
        </ButtonLink>
      }
    >
      {tokens.isPending ? <Awaited lines={2} /> : null}
      {tokens.error === null ? null : <NotAnswered error={tokens.error} again={() => void tokens.refetch()} />}
      {tokens.data?.length === 0 ? <Text>None. A shop needs none: it has a token of its own.</Text> : null}
      <RowList label="Access tokens">
        {(tokens.data ?? []).map((token) => {
          const isOver = Date.parse(token.expires_at) <= Date.now();
          return (
            <Row
              key={token.id}
              title={token.name}
              marks={
                <>
                  <span className="row-detail">…{token.last_four}</span>
                  {isOver ? <StatusBadge status="expired" /> : null}
                </>
              }
              detail={
                <>
                  {scopesInWords(token.scopes)}
                  {token.app_ids === null ? '' : ` Only for ${token.app_ids.map(nameOfApp).join(', ')}.`}
                  {token.cidrs === null ? '' : ` Only from ${token.cidrs.join(', ')}.`} {isOver ? 'Ended' : 'Ends'}{' '}
                  <Time at={token.expires_at} />, {token.last_used_at === null ? 'not used yet' : 'last used '}
                  {token.last_used_at === null ? null : <Time at={token.last_used_at} />}
                </>
              }
            >
              <Button variant="default" aria-label={`Revoke ${token.name}`} onClick={() => askToRevoke(token)}>
                Revoke
              </Button>
            </Row>
          );
        })}
      </RowList>
      <Confirm question={question} isRunning={revoke.isRunning} close={() => setQuestion(null)} />
    </Section>
  );
}

export function LetIn() {
  const [question, setQuestion] = useState<ConfirmProps['question']>(null);
  const sessions = useQuery({
    queryKey: ['oauth2-sessions'],
    queryFn: ({ signal }) => api.get<Oauth2Session[]>('/oauth2-sessions', { limit: 100 }, signal),
  });
  const end = useAct({
    act: ({ id }: Oauth2Session) => api.delete(`/oauth2-session/${id}`),
    said: 'Its access is over.',
    refreshes: [['oauth2-sessions']],
    done: () => setQuestion(null),
  });
  const askToEnd = (session: Oauth2Session) =>
    setQuestion({
      title: `End the access of ${session.client.name}?`,
      costs: 'It can do nothing for you any more, at once. It may ask you again.',
      yes: 'End its access',
      act: () => end.run(session),
    });
  return (
    <Section title={words.headings.authorized} about="They asked you, and you agreed.">
      {sessions.isPending ? <Awaited lines={2} /> : null}
      {sessions.error === null ? null : <NotAnswered error={sessions.error} again={() => void sessions.refetch()} />}
      {sessions.data?.length === 0 ? <Text>None acts for you.</Text> : null}
      <RowList label="Programs that you let in">
        {(sessions.data ?? []).map((session) => (
          <Row
            key={session.id}
            title={session.client.name}
            detail={
              <>
                {scopesInWords(session.scopes)} Since <Time at={session.first_used_at} />, last used{' '}
                <Time at={session.last_used_at} />
              </>
            }
          >
            <Button
              variant="default"
              aria-label={`End access of ${session.client.name}`}
              onClick={() => askToEnd(session)}
            >
              End access
            </Button>
          </Row>
        ))}
      </RowList>
      <Confirm question={question} isRunning={end.isRunning} close={() => setQuestion(null)} />
    </Section>
  );
}

// The user's personal access tokens, and the applications that the user authorized.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Oauth2Session, PersonalAccessToken } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { appsQuery } from '../../../browser/queries.ts';
import { useAct } from '../../../browser/use-act.ts';
import { ButtonLink } from '../../../parts/app-link.tsx';
import { Confirm, type ConfirmProps } from '../../../parts/confirm.tsx';
import { Awaited, NotAnswered } from '../../../parts/screen.tsx';
import { Row, RowList } from '../../../parts/sheets/row-list.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { Time } from '../../../parts/time.tsx';
import { list } from '../../../words/figures.ts';
import { joined } from '../../../words/text-with-elements.ts';
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
    said: words.tokens.revoked,
    refreshes: [['personal-access-tokens']],
    done: () => setQuestion(null),
  });
  const askToRevoke = (token: PersonalAccessToken) =>
    setQuestion({
      title: words.tokens.revokeTitle({ name: token.name }),
      costs: words.tokens.revokeCosts,
      yes: words.tokens.revokeToken,
      act: () => revoke.run(token),
    });
  const nameOfApp = (id: string) => apps.find((app) => app.id === id)?.name ?? words.tokens.archivedShop;
  return (
    <Section
      title={words.account.accessTokens}
      about={words.account.accessTokensAbout}
      aside={
        <ButtonLink to="/console/settings/tokens" variant="default">
          {words.tokens.create}
        </ButtonLink>
      }
    >
      {tokens.isPending ? <Awaited lines={2} /> : null}
      {tokens.error === null ? null : <NotAnswered error={tokens.error} again={() => void tokens.refetch()} />}
      {tokens.data?.length === 0 ? <Text>{words.account.noTokens}</Text> : null}
      <RowList label={words.account.accessTokens}>
        {(tokens.data ?? []).map((token) => {
          const isOver = Date.parse(token.expires_at) <= Date.now();
          return (
            <Row
              key={token.id}
              title={token.name}
              marks={
                <>
                  <bdi className="row-detail" dir="ltr">
                    …{token.last_four}
                  </bdi>
                  {isOver ? <StatusBadge status="expired" /> : null}
                </>
              }
              detail={<TokenDetail token={token} isOver={isOver} nameOfApp={nameOfApp} />}
            >
              <Button
                variant="default"
                aria-label={words.tokens.revokeName({ name: token.name })}
                onClick={() => askToRevoke(token)}
              >
                {words.tokens.revoke}
              </Button>
            </Row>
          );
        })}
      </RowList>
      <Confirm question={question} isRunning={revoke.isRunning} close={() => setQuestion(null)} />
    </Section>
  );
}

interface TokenDetailProps {
  readonly token: PersonalAccessToken;
  readonly isOver: boolean;
  readonly nameOfApp: (id: string) => string;
}

function TokenDetail({ token, isOver, nameOfApp }: TokenDetailProps) {
  const shops = token.app_ids === null ? null : list(token.app_ids.map(nameOfApp), 'unit');
  return (
    <>
      {scopesInWords(token.scopes)} {shops === null ? null : words.account.onlyFor({ shops })}{' '}
      {token.cidrs === null
        ? null
        : joined(words.account.onlyFrom({ ranges: <bdi dir="ltr">{token.cidrs.join(', ')}</bdi> }))}
      <br />
      {joined((isOver ? words.tokens.expired : words.tokens.expires)({ time: <Time at={token.expires_at} /> }))} ·{' '}
      {token.last_used_at === null
        ? words.tokens.neverUsed
        : joined(words.account.lastUsed({ time: <Time at={token.last_used_at} /> }))}
    </>
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
    said: words.account.accessRevoked,
    refreshes: [['oauth2-sessions']],
    done: () => setQuestion(null),
  });
  const askToEnd = (session: Oauth2Session) =>
    setQuestion({
      title: words.account.revokeAccessTitle({ name: session.client.name }),
      costs: words.account.revokeAccessCosts,
      yes: words.account.revokeAccess,
      act: () => end.run(session),
    });
  return (
    <Section title={words.headings.authorized} about={words.account.authorizedAbout}>
      {sessions.isPending ? <Awaited lines={2} /> : null}
      {sessions.error === null ? null : <NotAnswered error={sessions.error} again={() => void sessions.refetch()} />}
      {sessions.data?.length === 0 ? <Text>{words.account.noAuthorized}</Text> : null}
      <RowList label={words.headings.authorized}>
        {(sessions.data ?? []).map((session) => (
          <Row
            key={session.id}
            title={session.client.name}
            detail={
              <>
                {scopesInWords(session.scopes)}
                <br />
                {joined(words.account.authorizedAt({ time: <Time at={session.first_used_at} /> }))} ·{' '}
                {joined(words.account.lastUsed({ time: <Time at={session.last_used_at} /> }))}
              </>
            }
          >
            <Button
              variant="default"
              aria-label={words.account.revokeAccessOf({ name: session.client.name })}
              onClick={() => askToEnd(session)}
            >
              {words.account.revokeAccess}
            </Button>
          </Row>
        ))}
      </RowList>
      <Confirm question={question} isRunning={end.isRunning} close={() => setQuestion(null)} />
    </Section>
  );
}

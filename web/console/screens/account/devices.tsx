// The user's sessions. The others can be ended one by one, or all at once.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useKeys } from '../../browser/keys.ts';
import { useAct } from '../../browser/use-act.ts';
import { Confirm, type ConfirmProps } from '../../parts/confirm.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Row, RowList } from '../../parts/sheets/row-list.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { publicPath } from '../../public-path.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { browserWords } from './browser-words.ts';

export function Devices() {
  const [question, setQuestion] = useState<ConfirmProps['question']>(null);
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.get<Session[]>('/sessions', {}, signal),
  });
  const end = useAct({
    act: ({ id }: Session) => api.delete(`/session/${id}`),
    said: words.account.signedOut,
    refreshes: [['sessions']],
  });
  const endAll = useAct({
    act: () => api.authProved('/revoke-sessions', {}),
    done: () => window.location.assign(`${publicPath}/console/sign-in`),
  });
  const askToEndAll = () =>
    setQuestion({
      title: words.account.signOutAllTitle,
      costs: words.account.signOutAllCosts,
      yes: words.account.signOutAll,
      act: () => endAll.run(),
    });
  useKeys([{ keys: 'x', words: words.account.signOutAll, act: askToEndAll }]);
  return (
    <Section
      title={words.headings.sessions}
      about={words.account.sessionsAbout}
      aside={
        <Button variant="default" onClick={askToEndAll}>
          {words.account.signOutAll}
        </Button>
      }
    >
      {sessions.isPending ? <Awaited lines={3} /> : null}
      {sessions.error === null ? null : <NotAnswered error={sessions.error} again={() => void sessions.refetch()} />}
      <RowList label={words.account.sessions}>
        {(sessions.data ?? []).map((session) => (
          <Row
            key={session.id}
            title={browserWords(session.user_agent)}
            marks={
              session.current ? <StatusBadge status="current" name={words.account.thisBrowser} tone="good" /> : null
            }
            detail={<SessionDetail session={session} />}
          >
            {session.current ? null : (
              <Button
                variant="default"
                aria-label={words.account.signOutOf({ browser: browserWords(session.user_agent) })}
                loading={end.isRunning}
                onClick={() => end.run(session)}
              >
                {words.layout.signOut}
              </Button>
            )}
          </Row>
        ))}
      </RowList>
      <Confirm question={question} isRunning={endAll.isRunning} close={() => setQuestion(null)} />
    </Section>
  );
}

function SessionDetail({ session }: { readonly session: Session }) {
  return (
    <>
      {session.ip_address === null ? null : (
        <>
          <bdi dir="ltr">{session.ip_address}</bdi> ·{' '}
        </>
      )}
      {joined(words.account.signedIn({ time: <Time at={session.created_at} /> }))} ·{' '}
      {joined(words.account.lastUsed({ time: <Time at={session.last_used_at} /> }))}
    </>
  );
}

// Where one is signed in: this browser marked, each of the others to be ended, or all of them at once.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { useKeys } from '../../outside/keys.ts';
import { useAct } from '../../outside/use-act.ts';
import { Confirm, type ConfirmProps } from '../../parts/confirm.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Row, RowList } from '../../parts/sheets/row-list.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { publicPath } from '../../public-path.ts';
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
    said: 'Signed out there.',
    refreshes: [['sessions']],
  });
  const endAll = useAct({
    act: () => api.authProved('/revoke-sessions', {}),
    done: () => window.location.assign(`${publicPath}/console/sign-in`),
  });
  const askToEndAll = () =>
    setQuestion({
      title: 'Sign out everywhere?',
      costs: 'Every browser is signed out, this one too. Access tokens and programs go on.',
      yes: 'Sign out everywhere',
      act: () => endAll.run(),
    });
  useKeys([{ keys: 'x', words: 'Sign out everywhere', act: askToEndAll }]);
  return (
    <Section
      title={words.headings.sessions}
      about="A browser is signed out by itself after a day without use."
      aside={
        <Button variant="default" onClick={askToEndAll}>
          Sign out everywhere
        </Button>
      }
    >
      {sessions.isPending ? <Awaited lines={3} /> : null}
      {sessions.error === null ? null : <NotAnswered error={sessions.error} again={() => void sessions.refetch()} />}
      <RowList label="Sessions">
        {(sessions.data ?? []).map((session) => (
          <Row
            key={session.id}
            title={browserWords(session.user_agent)}
            marks={session.current ? <StatusBadge status="current" name="This one" tone="good" /> : null}
            detail={
              <>
                {session.ip_address === null ? '' : `From ${session.ip_address}, signed in `}
                <Time at={session.created_at} />, last used <Time at={session.last_used_at} />
              </>
            }
          >
            {session.current ? null : (
              <Button
                variant="default"
                aria-label={`Sign out ${browserWords(session.user_agent)}`}
                loading={end.isRunning}
                onClick={() => end.run(session)}
              >
                Sign out
              </Button>
            )}
          </Row>
        ))}
      </RowList>
      <Confirm question={question} isRunning={endAll.isRunning} close={() => setQuestion(null)} />
    </Section>
  );
}

// The card that contains the forms for sign-in and sign-up, and their common parts.
import { Alert, Stack, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiProblem } from '../../browser/api-problem.ts';
import { personQuery, queryClient } from '../../browser/queries.ts';
import { LanguageChoice } from '../../layout/language-choice.tsx';
import { language, words } from '../../words/words.ts';
import { outsideConsole, placeOfReturn, takeReturnPath } from './return-path.ts';

export interface EntranceProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function Entrance({ title, children }: EntranceProps) {
  useEffect(() => {
    document.title = `${title} – Quittance`;
  }, [title]);
  return (
    <div className="alone">
      <main className="sheet">
        <Stack>
          <Title order={1} size="h2">
            {title}
          </Title>
          {children}
          <LanguageChoice />
        </Stack>
      </main>
    </div>
  );
}

/** The error. After too many attempts it counts down the time. */
export function Refusal({ error, wrong }: { readonly error: unknown; readonly wrong: string }) {
  const until = useUntil(error instanceof ApiProblem ? error.retryAfterSeconds : null, error);
  if (error === null || error === undefined) return null;
  return (
    <Alert role="alert" color="red" variant="light">
      {until === null ? wordsOf(error, wrong) : until}
    </Alert>
  );
}

function wordsOf(error: unknown, wrong: string): string {
  if (!(error instanceof ApiProblem)) return words.signIn.noPasskey;
  if (error.fields.length > 0) return error.fields.map(({ message }) => message).join(' ');
  return error.status === 401 ? wrong : error.message;
}

/** The time until the next attempt, counted down; null once it is allowed. */
function useUntil(seconds: number | null, since: unknown): string | null {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    if (seconds === null || since === null) return setLeft(0);
    const end = Date.now() + seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [seconds, since]);
  if (left === 0) return null;
  if (left < 90) return words.signIn.waitSeconds({ count: left });
  const clock = new Intl.DateTimeFormat(language.code, { timeStyle: 'short', hourCycle: 'h23' });
  return words.signIn.waitMinutes({ count: Math.ceil(left / 60), time: clock.format(Date.now() + left * 1000) });
}

/** Opens the page that the user wanted before signing in, or before signing up in another tab. */
export function useArrival(): (otherwise?: string) => Promise<void> {
  const navigate = useNavigate();
  const { back } = useBack();
  return async (otherwise = '/console') => {
    queryClient.clear();
    await queryClient.fetchQuery(personQuery);
    const kept = takeReturnPath(Date.now());
    const wanted = placeOfReturn(back) === null ? kept : (back ?? null);
    const place = placeOfReturn(wanted);
    if (place === 'invitation') return window.location.assign(outsideConsole(wanted ?? ''));
    await navigate(place === 'console' ? { href: wanted ?? '' } : { to: otherwise });
  };
}

/**
 * The page that the user wanted, as a search parameter of the pages for sign-in and sign-up. Home does not count: a new
 * user sets up a shop first.
 */
export function useBack(): { readonly back?: string } {
  const { back } = useSearch({ strict: false }) as { back?: string };
  return back === undefined || back === '/console' ? {} : { back };
}

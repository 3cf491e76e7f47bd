// The frame of all pages, signed in or not: the bar of a lost connection, and the pages for errors.
import { Button, Group, Stack, Title } from '@mantine/core';
import { type ErrorComponentProps, Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useCell } from '../browser/cell.ts';
import { stepUpQuestion } from '../browser/step-up.ts';
import { Awaited } from '../parts/screen.tsx';
import { publicPath } from '../public-path.ts';
import { words } from '../words/words.ts';
import { ConnectionBar } from './connection-bar.tsx';

const StepUpDialog = lazy(() => import('./step-up-dialog.tsx').then((file) => ({ default: file.StepUpDialog })));

export function Outermost() {
  const isAsked = useCell(stepUpQuestion) !== null;
  return (
    <>
      <ConnectionBar />
      <Outlet />
      <Suspense>{isAsked ? <StepUpDialog /> : null}</Suspense>
    </>
  );
}

/** Shown while a screen loads. */
export function Opening() {
  return (
    <div className="screen">
      <Awaited />
    </div>
  );
}

export function NothingHere() {
  return (
    <div className="alone">
      <main className="sheet">
        <Stack>
          <Title order={1} size="h2">
            {words.layout.notFound}
          </Title>
          <p className="soft">{words.layout.notFoundMore}</p>
          <Group>
            <Button component="a" href={`${publicPath}/console`}>
              {words.layout.toConsole}
            </Button>
          </Group>
        </Stack>
      </main>
    </div>
  );
}

/** The error in words for people; the screen is loaded again once the service answers. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  const isOurs = error instanceof Error && error.name === 'ApiProblem';
  return (
    <div className="alone">
      <main className="sheet" role="alert">
        <Stack>
          <Title order={1} size="h2">
            {words.layout.broken}
          </Title>
          <p className="soft">{isOurs ? error.message : words.layout.brokenMore}</p>
          <Group>
            <Button onClick={again}>{words.common.tryAgain}</Button>
          </Group>
        </Stack>
      </main>
    </div>
  );
}

// What stands around the shell and the sign-in alike: the bar of a lost connection, and pages for what is not there.
import { Button, Group, Stack, Title } from '@mantine/core';
import { type ErrorComponentProps, Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useCell } from '../outside/cell.ts';
import { stepUpQuestion } from '../outside/step-up.ts';
import { Awaited } from '../parts/screen.tsx';
import { publicPath } from '../public-path.ts';
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

/** While a screen is on its way. */
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
            There is nothing here
          </Title>
          <p className="soft">The address may be cut short, or what it led to is gone.</p>
          <Group>
            <Button component="a" href={`${publicPath}/console`}>
              Go to the console
            </Button>
          </Group>
        </Stack>
      </main>
    </div>
  );
}

/** What failed is said in words for people; it is tried again by itself once the service answers. */
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
            This page could not be shown
          </Title>
          <p className="soft">{isOurs ? error.message : 'Something went wrong here. Nothing was changed by it.'}</p>
          <Group>
            <Button onClick={again}>Try again</Button>
          </Group>
        </Stack>
      </main>
    </div>
  );
}

// What needs a human, how the shop does, and the last payments, as they come.
import { Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useApp } from '../../outside/chosen-app.ts';
import { useKeys } from '../../outside/keys.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, Screen } from '../../parts/screen.tsx';
import { stepNames, useSetup } from '../first-run/use-setup.ts';
import { Concerns } from './concerns.tsx';
import { LastPayments } from './last-payments.tsx';
import './today.css';
import { Volume } from './volume.tsx';

export function TodayScreen() {
  const { app, isKnown } = useApp();
  const setup = useSetup(app);
  const navigate = useNavigate();
  useKeys([{ keys: 's', words: 'Go on setting up the shop', act: () => void navigate({ to: '/console/start' }) }]);
  if (!isKnown) {
    return (
      <Screen title="Today">
        <Awaited />
      </Screen>
    );
  }
  if (app === null) {
    return (
      <Screen title="Today">
        <EmptyState title="No shop yet" action={<ButtonLink to="/console/start">Set up your shop</ButtonLink>}>
          A shop is what customers pay: it has its own addresses, coins and settings. Setting one up takes a few
          minutes, and the first payment can be simulated.
        </EmptyState>
      </Screen>
    );
  }
  const done = stepNames.filter((name) => setup.done[name]).length;
  return (
    <Screen title="Today">
      {setup.isKnown && done < stepNames.length ? <SetupLine done={done} /> : null}
      <Concerns app={app} />
      <Volume app={app} />
      <LastPayments app={app} isFirstStep={done >= 4} />
    </Screen>
  );
}

function SetupLine({ done }: { readonly done: number }) {
  return (
    <section className="sheet" aria-label="Setting up">
      <Group justify="space-between">
        <Text>
          <strong>Your shop is not set up yet.</strong> {done} of {stepNames.length} steps are done.
        </Text>
        <ButtonLink to="/console/start" variant={done < 4 ? 'filled' : 'default'}>
          Go on
        </ButtonLink>
      </Group>
    </section>
  );
}

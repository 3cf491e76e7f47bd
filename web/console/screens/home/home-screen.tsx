// The app's overview: problems, figures, and the last payments, live.
import { Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useApp } from '../../browser/chosen-app.ts';
import { useKeys } from '../../browser/keys.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, Screen } from '../../parts/screen.tsx';
import { stepNames, useSetup } from '../first-run/use-setup.ts';
import { ActionRequired } from './action-required.tsx';
import { RecentPayments } from './recent-payments.tsx';
import './home.css';
import { words } from '../../words/words.ts';
import { Volume } from './volume/volume.tsx';

export function HomeScreen() {
  const { app, isKnown } = useApp();
  const setup = useSetup(app);
  const navigate = useNavigate();
  useKeys([{ keys: 's', words: words.today.continueSetup, act: () => void navigate({ to: '/console/start' }) }]);
  if (!isKnown) {
    return (
      <Screen title={words.places.home}>
        <Awaited />
      </Screen>
    );
  }
  if (app === null) {
    return (
      <Screen title={words.places.home}>
        <EmptyState
          title={words.common.noShop}
          action={<ButtonLink to="/console/start">{words.today.setUpShop}</ButtonLink>}
        >
          {words.today.aboutShops}
        </EmptyState>
      </Screen>
    );
  }
  const done = stepNames.filter((name) => setup.done[name]).length;
  return (
    <Screen title={words.places.home}>
      {setup.isKnown && done < stepNames.length ? <SetupLine done={done} /> : null}
      <ActionRequired app={app} />
      <Volume app={app} />
      <RecentPayments app={app} isFirstStep={done >= 4} />
    </Screen>
  );
}

function SetupLine({ done }: { readonly done: number }) {
  return (
    <section className="sheet" aria-label={words.today.setup}>
      <Group justify="space-between">
        <Text>
          <strong>{words.today.notSetUp}</strong> {words.today.stepsDone({ done, steps: stepNames.length })}
        </Text>
        <ButtonLink to="/console/start" variant={done < 4 ? 'filled' : 'default'}>
          {words.common.continue}
        </ButtonLink>
      </Group>
    </section>
  );
}

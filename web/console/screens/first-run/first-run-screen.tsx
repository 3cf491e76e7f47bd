// The steps from a new account to a first payment. Each is ticked when it is done, and can be left and resumed at any
// time.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { App } from '../../../../sdk/typescript/src/generated/api.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { AddressStep } from './addresses/address-step.tsx';
import { AppStep } from './app-step.tsx';
import { CodeStep } from './code-step.tsx';
import { CoinStep } from './coin-step.tsx';
import { PaymentStep } from './payment-step.tsx';
import './setup.css';
import { list } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
import { Step, type StepProps } from './step.tsx';
import { type Setup, type StepName, stepNames, useSetup } from './use-setup.ts';
import { WebhookStep } from './webhook-step.tsx';

export function FirstRunScreen() {
  const { app: chosen, isKnown, choose } = useApp();
  const { new: isNew } = useSearch({ strict: false }) as { new?: string };
  const navigate = useNavigate();
  const app = isNew === undefined ? chosen : null;
  const setup = useSetup(app);
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (!isKnown || !setup.isKnown) {
    return (
      <Screen title={words.today.setUpShop}>
        {setup.error === null ? <Awaited lines={6} /> : <NotAnswered error={setup.error} again={setup.again} />}
      </Screen>
    );
  }
  const next = stepNames.find((name) => !setup.done[name]) ?? null;
  const keepOpen = (name: string) => setOpened((before) => (before.includes(name) ? before : [...before, name]));
  const step = (name: StepName | 'code') => ({
    isDone: name !== 'code' && setup.done[name],
    isOpen: opened.includes(name) || next === name || (name === 'code' && next === null),
    isNext: next === name,
    toggle: () =>
      setOpened((before) => (before.includes(name) ? before.filter((one) => one !== name) : [...before, name])),
  });
  const count = stepNames.filter((name) => setup.done[name]).length;
  return (
    <Screen
      title={words.today.setUpShop}
      action={
        next === null ? (
          <ButtonLink to="/console">{words.firstRun.goHome}</ButtonLink>
        ) : (
          <span className="soft">{words.firstRun.stepsDone({ done: count, steps: stepNames.length })}</span>
        )
      }
    >
      <Step
        number={1}
        title={words.firstRun.yourShop}
        outcome={app === null ? null : <ShopLine app={app} />}
        {...step('app')}
      >
        <AppStep
          app={app}
          made={(made) => {
            choose(made);
            void navigate({ to: '/console/start', search: { app: made.id } as never });
          }}
        />
      </Step>
      {app === null ? null : <LaterSteps app={app} setup={setup} step={step} keepOpen={keepOpen} />}
    </Screen>
  );
}

function ShopLine({ app }: { readonly app: { name: string; environment: string } }) {
  return (
    <>
      {list([app.name, app.environment === 'development' ? words.firstRun.testShop : words.firstRun.liveShop], 'unit')}
    </>
  );
}

interface LaterStepsProps {
  readonly app: App;
  readonly setup: Setup;
  readonly step: (name: StepName | 'code') => Pick<StepProps, 'isDone' | 'isOpen' | 'isNext' | 'toggle'>;
  readonly keepOpen: (name: StepName) => void;
}

/** The steps that need an app. */
function LaterSteps({ app, setup, step, keepOpen }: LaterStepsProps) {
  return (
    <>
      <Step
        number={2}
        title={words.firstRun.wallets}
        outcome={words.firstRun.onNetworks({
          networks: list([...new Set(setup.addresses.map((one) => one.network.name))], 'unit'),
        })}
        {...step('addresses')}
      >
        <AddressStep app={app} addresses={setup.addresses} keepOpen={() => keepOpen('addresses')} />
      </Step>
      <Step
        number={3}
        title={words.firstRun.acceptedCoins}
        outcome={list(
          setup.coins.map((one) => words.common.coinOn({ coin: one.cryptocurrency.symbol, network: one.network.name })),
          'unit',
        )}
        {...step('coins')}
      >
        <CoinStep app={app} addresses={setup.addresses} coins={setup.coins} />
      </Step>
      <Step
        number={4}
        title={words.firstRun.firstPayment}
        outcome={words.firstRun.firstPaymentDone}
        {...step('payment')}
      >
        <PaymentStep app={app} coins={setup.coins} keepOpen={() => keepOpen('payment')} />
      </Step>
      <Step number={5} title={words.firstRun.webhook} outcome={words.firstRun.webhookDone} {...step('webhook')}>
        <WebhookStep app={app} webhooks={setup.webhooks} keepOpen={() => keepOpen('webhook')} />
      </Step>
      <Step number={null} title={words.firstRun.code} {...step('code')}>
        <CodeStep app={app} />
      </Step>
    </>
  );
}

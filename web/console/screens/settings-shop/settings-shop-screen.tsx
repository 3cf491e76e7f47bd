// The app's branding and payment terms.
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import type { App, AppSettings } from '../../../../sdk/typescript/src/generated/api.ts';
import { defaultSettings } from '../../../../src/core/app-settings.ts';
import { effectsOf } from '../../../../src/core/effects/effects-of.ts';
import { api } from '../../browser/api.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { useKeys } from '../../browser/keys.ts';
import { useAct } from '../../browser/use-act.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { NoApp } from '../../parts/sheets/no-app.tsx';
import { LookSection } from './branding/branding-section.tsx';
import { DepthSection } from './depth-section.tsx';
import { AppTokenSection } from './others/app-token-section.tsx';
import { FramesSection } from './others/frames-section.tsx';
import { NewWebhooksSection } from './others/new-webhooks-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { changesBetween, formPath, type ShopValues, termsOf, valuesOf } from './settings-form.ts';
import { TermsSection } from './terms-section.tsx';
import { UnconfirmedSection } from './unconfirmed-section.tsx';
import { useAcceptedCoins } from './use-accepted-coins.ts';
import './settings-shop.css';
import { list } from '../../words/figures.ts';
import { words } from '../../words/words.ts';

export function SettingsShopScreen() {
  const { app, isKnown } = useApp();
  const settings = useQuery({
    queryKey: ['app-settings', app?.id],
    queryFn: ({ signal }) => api.get<AppSettings>(`/app/${app?.id}/settings`, {}, signal),
    enabled: app !== null,
  });
  if (isKnown && app === null) {
    return (
      <Screen title={words.places.shop}>
        <NoApp />
      </Screen>
    );
  }
  if (app === null || settings.data === undefined) {
    return (
      <Screen title={words.places.shop}>
        {settings.error === null ? (
          <Awaited lines={8} />
        ) : (
          <NotAnswered error={settings.error} again={() => void settings.refetch()} />
        )}
      </Screen>
    );
  }
  return <ShopForm key={app.id} app={app} settings={settings.data} />;
}

function ShopForm({ app, settings }: { readonly app: App; readonly settings: AppSettings }) {
  const kept = valuesOf(app, settings);
  const form = useForm<ShopValues>({ initialValues: kept });
  const changes = changesBetween(kept, form.values);
  const isChanged = changes.names.length > 0;
  const coins = useAcceptedCoins(app.id);
  const save = useAct<void, void>({
    act: async () => {
      if (changes.settings !== null) await api.put(`/app/${app.id}/settings`, changes.settings);
      if (changes.app !== null) await api.put(`/app/${app.id}`, changes.app);
    },
    said: words.settingsShop.saved,
    refreshes: [['app'], ['app-settings', app.id]],
    showsProblem: true,
  });
  const refused = Object.entries(fieldErrors(save.problem)).map(([field, message]) => [formPath(field), message]);
  const errors = Object.fromEntries(refused) as Record<string, string>;
  const discard = () => {
    form.setValues(kept);
    save.forget();
  };
  const saveNow = () => {
    if (isChanged && !save.isRunning) save.run();
  };
  useKeys([{ keys: 'mod+s', words: words.settingsShop.saveSettings, act: saveNow }]);
  const [before, after] = [kept, form.values].map((values) => ({ ...defaultSettings, ...termsOf(values) }));
  const loosens = effectsOf('app_settings', before ?? null, after ?? null).length > 0;
  const sections = { form, errors };
  return (
    <Screen title={words.places.shop}>
      <ProblemNote problem={save.problem} shown={(save.problem?.fields ?? []).map(({ field }) => field)} />
      <LookSection {...sections} app={app} coins={coins} />
      <TermsSection {...sections} />
      <DepthSection {...sections} coins={coins} />
      <UnconfirmedSection {...sections} takesUnconfirmed={coins.some(({ takesUnconfirmed }) => takesUnconfirmed)} />
      <FramesSection {...sections} />
      <NewWebhooksSection {...sections} />
      <AppTokenSection {...sections} />
      {isChanged ? (
        <SaveBar
          changed={changes.names}
          note={loosens ? words.settingsShop.loosens : words.settingsShop.openKeep}
          isRunning={save.isRunning}
          refusals={Object.values(errors)}
          save={saveNow}
          discard={discard}
        />
      ) : null}
      <Leaving isChanged={isChanged && !save.isRunning} names={changes.names} />
    </Screen>
  );
}

/** Confirms before a click on a link discards unsaved changes. */
function Leaving({ isChanged, names }: { readonly isChanged: boolean; readonly names: readonly string[] }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  const question =
    blocker.status !== 'blocked'
      ? null
      : {
          title: words.settingsShop.leave,
          costs: words.settingsShop.leaveCosts({ names: list(names, 'unit') }),
          yes: words.settingsShop.discardChanges,
          no: words.settingsShop.stay,
          act: () => blocker.proceed?.(),
        };
  return <Confirm question={question} close={() => blocker.reset?.()} />;
}

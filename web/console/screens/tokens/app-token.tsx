// The main token of the app, for the shop's own software. An owner sees it after a recent confirmation of identity.
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { App } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { appsQuery } from '../../browser/queries.ts';
import { proveItIsYou } from '../../browser/step-up.ts';
import { useAct } from '../../browser/use-act.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { words } from '../../words/words.ts';

export function AppToken({ app }: { readonly app: App }) {
  const client = useQueryClient();
  const [isShown, setShown] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const renew = useAct<void, App>({
    act: () => api.put<App>(`/app/${app.id}`, { token: true }),
    refreshes: [appsQuery.queryKey],
    done: (answer) => {
      setAsking(false);
      setFresh(answer.token ?? null);
    },
  });
  const show = async () => {
    // The list contains the token only after a recent confirmation of identity.
    const isListed = async () =>
      (await client.fetchQuery({ ...appsQuery, staleTime: 0 })).some(
        ({ id, token }) => id === app.id && token !== undefined,
      );
    if ((await isListed()) || ((await proveItIsYou()) && (await isListed()))) setShown(true);
  };
  const showing = useAct({ act: show });
  const token = isShown ? app.token : undefined;
  const question = {
    title: words.tokens.replaceTitle({ name: app.name }),
    costs: words.tokens.replaceCosts,
    yes: words.tokens.createNew,
    act: () => renew.run(),
  };
  const last = app.token_last4 ?? app.token?.slice(-4);
  if (app.role !== undefined) return <OthersView app={app} />;
  return (
    <Section title={words.tokens.appTokenOf({ name: app.name })} about={words.tokens.appTokenAbout}>
      <Group gap="sm">
        <output className="mono" dir="ltr">
          {token ?? `qapp_…${last ?? ''}`}
        </output>
        {token === undefined ? (
          <Button variant="default" size="compact-sm" loading={showing.isRunning} onClick={() => showing.run()}>
            {words.tokens.show}
          </Button>
        ) : (
          <CopyButton text={token} what="token" />
        )}
        <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
          {words.tokens.replace}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {words.tokens.secret}
      </Text>
      <Confirm question={isAsking ? question : null} isRunning={renew.isRunning} close={() => setAsking(false)} />
      <SecretOnce
        secret={fresh}
        title={words.tokens.newTokenOf({ name: app.name })}
        advice={words.tokens.newTokenAdvice}
        close={() => setFresh(null)}
      />
    </Section>
  );
}

/** Only owners can see the whole main token and replace it. */
function OthersView({ app }: { readonly app: App }) {
  return (
    <Section title={words.tokens.appTokenOf({ name: app.name })} about={words.tokens.ownersOnly}>
      <output className="mono" dir="ltr">
        qapp_…{app.token_last4}
      </output>
    </Section>
  );
}

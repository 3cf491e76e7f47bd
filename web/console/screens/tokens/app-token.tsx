// The main token of the app: what the shop's own program sends. An owner sees it after a recent proof of their person.
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { App } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { appsQuery } from '../../outside/queries.ts';
import { proveItIsYou } from '../../outside/step-up.ts';
import { useAct } from '../../outside/use-act.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { Section } from '../../parts/sheets/section.tsx';

const renewalCosts =
  'The old one stops at once: until your shop has the new one, it cannot make invoices, and ' +
  'customers cannot check out.';

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
    // The list tells it only to who proved to be there a short while ago.
    const isTold = async () =>
      (await client.fetchQuery({ ...appsQuery, staleTime: 0 })).some(
        ({ id, token }) => id === app.id && token !== undefined,
      );
    if ((await isTold()) || ((await proveItIsYou()) && (await isTold()))) setShown(true);
  };
  const showing = useAct({ act: show });
  const token = isShown ? app.token : undefined;
  const question = {
    title: `A new token for ${app.name}?`,
    costs: renewalCosts,
    yes: 'Make a new token',
    act: () => renew.run(),
  };
  const last = app.token_last4 ?? app.token?.slice(-4);
  if (app.role !== undefined) return <OthersView app={app} />;
  return (
    <Section
      title={`Token of ${app.name}`}
      about="The main token, for the shop’s own program: it makes invoices and reads them, in this shop alone."
    >
      <Group gap="sm">
        <output className="mono" dir="ltr">
          {token ?? `qapp_…${last ?? ''}`}
        </output>
        {token === undefined ? (
          <Button variant="default" size="compact-sm" loading={showing.isRunning} onClick={() => showing.run()}>
            Show it
          </Button>
        ) : (
          <CopyButton text={token} what="token" />
        )}
        <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
          Make a new one
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        Never put it into a page or an app that customers get: who has it acts for the shop.
      </Text>
      <Confirm question={isAsking ? question : null} isRunning={renew.isRunning} close={() => setAsking(false)} />
      <SecretOnce
        secret={fresh}
        title={`The new token of ${app.name}`}
        advice="Give it to your shop now: the old one has stopped."
        close={() => setFresh(null)}
      />
    </Section>
  );
}

/** Only owners see the main token whole, and make a new one. */
function OthersView({ app }: { readonly app: App }) {
  return (
    <Section title={`Token of ${app.name}`} about="The main token of the shop. Its owners see it and make a new one.">
      <output className="mono" dir="ltr">
        qapp_…{app.token_last4}
      </output>
    </Section>
  );
}

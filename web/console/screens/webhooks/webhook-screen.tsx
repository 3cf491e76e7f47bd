// One endpoint: how it does, what was sent to it, and what can be done about either.
import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { App, Webhook, WebhookDelivery } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { useApp } from '../../outside/chosen-app.ts';
import { useKeys } from '../../outside/keys.ts';
import { useAct } from '../../outside/use-act.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { Time } from '../../parts/time.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookMenu } from './webhook-menu.tsx';
import { deliveriesQuery, isRotating, webhooksQuery } from './webhook-queries.ts';
import { WebhookStanding, whyDisabled } from './webhook-standing.tsx';

const above = [{ to: '/console/settings/webhooks', words: 'Webhooks' }];

export function WebhookScreen() {
  const { app } = useApp();
  const { id } = useParams({ strict: false }) as { id: string };
  const webhooks = useQuery({ ...webhooksQuery(app?.id ?? ''), enabled: app !== null });
  const webhook = webhooks.data?.find((one) => one.id === id);
  if (app !== null && webhook !== undefined) return <WebhookOf key={id} app={app} webhook={webhook} />;
  return (
    <Screen title="Webhook" above={above}>
      {webhooks.error !== null ? (
        <NotAnswered error={webhooks.error} again={() => void webhooks.refetch()} />
      ) : webhooks.data === undefined ? (
        <Awaited />
      ) : (
        <EmptyState
          title="This webhook is not there"
          action={<ButtonLink to="/console/settings/webhooks">All webhooks</ButtonLink>}
        >
          It was removed, or belongs to another of your shops: choose the shop in the navigation.
        </EmptyState>
      )}
    </Screen>
  );
}

interface OfWebhook {
  readonly app: App;
  readonly webhook: Webhook;
}

function WebhookOf({ app, webhook }: OfWebhook) {
  const name = webhook.description ?? new URL(webhook.url).host;
  const test = useAct<void, WebhookDelivery>({
    act: () => api.post(`/webhook/${webhook.id}/test`),
    refreshes: [['webhook-deliveries', webhook.id]],
    said: 'The test is on its way: its answer stands in the list in a moment.',
  });
  useFreshStanding(app, webhook);
  const sendTest = () => {
    if (webhook.enabled && !test.isRunning) test.run();
  };
  useKeys([{ keys: 't', words: 'Send a test event', act: sendTest }]);
  return (
    <Screen
      title={name}
      above={above}
      action={
        <>
          <Button onClick={sendTest} loading={test.isRunning} disabled={!webhook.enabled}>
            Send a test event
          </Button>
          <WebhookMenu app={app} webhook={webhook} name={name} />
        </>
      }
    >
      <Standing app={app} webhook={webhook} />
      <Deliveries webhook={webhook} />
    </Screen>
  );
}

/** Whether it fails shows in its deliveries first, of which no event tells. */
function useFreshStanding(app: App, webhook: Webhook): void {
  const client = useQueryClient();
  const { data } = useQuery(deliveriesQuery(webhook.id));
  const outcomes = data?.items.map(({ status, attempts }) => `${status} ${attempts}`).join();
  useEffect(() => {
    if (outcomes !== undefined) void client.invalidateQueries({ queryKey: webhooksQuery(app.id).queryKey });
  }, [client, app.id, outcomes]);
}

function Standing({ app, webhook }: OfWebhook) {
  const on = useAct({
    act: () => api.put(`/webhook/${webhook.id}`, { enabled: true }),
    refreshes: [['webhooks', app.id]],
    said: 'It is on again. Replay what it missed.',
  });
  return (
    <Section title="Endpoint" aside={<WebhookStanding webhook={webhook} />}>
      <Text className="mono" dir="ltr">
        {webhook.url}
      </Text>
      {webhook.enabled ? null : (
        <Alert color="red" variant="light" title="Switched off">
          <Group justify="space-between">
            {whyDisabled(webhook.disabled_reason)}
            <Button variant="default" loading={on.isRunning} onClick={() => on.run()}>
              Switch it on
            </Button>
          </Group>
        </Alert>
      )}
      {webhook.enabled && webhook.failing_since !== null ? (
        <Alert color="amber" variant="light" title="It fails">
          It began to fail <Time at={webhook.failing_since} />, and has taken nothing since. Tries go on, further and
          further apart; after five days of failures it is switched off. Look below at what it answers.
        </Alert>
      ) : null}
      {isRotating(webhook, Date.now()) && webhook.previous_secret_until !== null ? (
        <Alert color="blue" variant="light" title="Two secrets sign">
          The secret before the new one signs too, and stops <Time at={webhook.previous_secret_until} />. Until then
          your shop may check with either.
        </Alert>
      ) : null}
      {webhook.public_key === null ? null : (
        <Text size="sm">
          Messages are signed with Ed25519; they are checked with{' '}
          <span className="mono" dir="ltr">
            {webhook.public_key}
          </span>
        </Text>
      )}
    </Section>
  );
}

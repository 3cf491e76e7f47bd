// One endpoint: its state, its deliveries, and the actions for both.
import { Alert, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { App, Webhook, WebhookDelivery } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { useKeys } from '../../browser/keys.ts';
import { useAct } from '../../browser/use-act.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { Time } from '../../parts/time.tsx';
import { measure } from '../../words/figures.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { aboutEndpoint } from '../integrations/integration-kinds.ts';
import { Deliveries } from './deliveries.tsx';
import { integrationsPath, useEndpointNames } from './endpoint-names.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { WebhookMenu } from './webhook-menu.tsx';
import { deliveriesQuery, isRotating, webhooksQuery } from './webhook-queries.ts';
import { WebhookStanding, whyDisabled } from './webhook-status.tsx';

const above = () => [{ to: '/console/settings/webhooks', words: words.places.webhooks }];

export function WebhookScreen() {
  const { app } = useApp();
  const { id } = useParams({ strict: false }) as { id: string };
  const webhooks = useQuery({ ...webhooksQuery(app?.id ?? ''), enabled: app !== null });
  const webhook = webhooks.data?.find((one) => one.id === id);
  if (app !== null && webhook !== undefined)
    return webhook.door_id === null ? (
      <WebhookOf key={id} app={app} webhook={webhook} />
    ) : (
      <WebhookOfDoor key={id} app={app} webhook={webhook} />
    );
  return (
    <Screen title={words.webhooks.webhook} above={above()}>
      {webhooks.error !== null ? (
        <NotAnswered error={webhooks.error} again={() => void webhooks.refetch()} />
      ) : webhooks.data === undefined ? (
        <Awaited />
      ) : (
        <EmptyState
          title={words.webhooks.notFound}
          action={<ButtonLink to="/console/settings/webhooks">{words.webhooks.all}</ButtonLink>}
        >
          {words.webhooks.notFoundMore}
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
  const name = useEndpointNames(app.id, [webhook])(webhook);
  const test = useAct<void, WebhookDelivery>({
    act: () => api.post(`/webhook/${webhook.id}/test`),
    refreshes: [['webhook-deliveries', webhook.id]],
    said: words.webhooks.testSent,
  });
  useFreshStanding(app, webhook);
  const sendTest = () => {
    if (webhook.enabled && !test.isRunning) test.run();
  };
  useKeys([{ keys: 't', words: words.webhooks.sendTest, act: sendTest }]);
  return (
    <Screen
      title={name}
      above={above()}
      action={
        <>
          <Button onClick={sendTest} loading={test.isRunning} disabled={!webhook.enabled}>
            {words.webhooks.sendTest}
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

/** An endpoint of an integration is changed with its integration. */
function WebhookOfDoor({ app, webhook }: OfWebhook) {
  const name = useEndpointNames(app.id, [webhook])(webhook);
  const [isReplaying, replaying] = useDisclosure(false);
  useFreshStanding(app, webhook);
  useKeys([{ keys: 'p', words: words.webhooks.replay, act: replaying.open }]);
  return (
    <Screen
      title={name}
      above={above()}
      action={
        <>
          <Button variant="default" onClick={replaying.open} disabled={!webhook.enabled}>
            {words.webhooks.replay}
          </Button>
          <ButtonLink variant="default" to={integrationsPath}>
            {words.integrations.viewIntegration}
          </ButtonLink>
        </>
      }
    >
      <Standing app={app} webhook={webhook} />
      <Deliveries webhook={webhook} />
      <ReplayDialog webhook={webhook} opened={isReplaying} close={replaying.close} />
    </Screen>
  );
}

/** A failing endpoint shows first in its deliveries, which raise no event. */
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
    said: words.webhooks.enabledAgain,
  });
  return (
    <Section title={words.webhooks.endpoint} aside={<WebhookStanding webhook={webhook} />}>
      {webhook.door_id === null ? (
        <Text className="mono" dir="ltr">
          {webhook.url}
        </Text>
      ) : (
        <Text>{aboutEndpoint(webhook.dialect)}</Text>
      )}
      {webhook.enabled ? null : (
        <Alert color="red" variant="light" title={words.statuses.disabled}>
          <Group justify="space-between">
            {whyDisabled(webhook.disabled_reason)}
            <Button variant="default" loading={on.isRunning} onClick={() => on.run()}>
              {words.webhooks.enable}
            </Button>
          </Group>
        </Alert>
      )}
      {webhook.enabled && webhook.failing_since !== null ? (
        <Alert color="amber" variant="light" title={words.statuses.failing}>
          {joined(words.webhooks.failingMore({ time: <Time at={webhook.failing_since} />, days: measure(5, 'day') }))}
        </Alert>
      ) : null}
      {isRotating(webhook, Date.now()) && webhook.previous_secret_until !== null ? (
        <Alert color="blue" variant="light" title={words.webhooks.rotating}>
          {joined(words.webhooks.rotatingMore({ time: <Time at={webhook.previous_secret_until} /> }))}
        </Alert>
      ) : null}
      {webhook.public_key === null ? null : (
        <Text size="sm">
          {joined(
            words.webhooks.publicKey({
              scheme: 'Ed25519',
              key: (
                <span className="mono" dir="ltr">
                  {webhook.public_key}
                </span>
              ),
            }),
          )}
        </Text>
      )}
    </Section>
  );
}

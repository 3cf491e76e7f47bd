// The last notifications to the shop of an integration, each with its response, and a link to the calls of the shop.
import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { App, Door, Webhook } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Row, RowList } from '../../parts/sheets/row-list.tsx';
import { Time } from '../../parts/time.tsx';
import { words } from '../../words/words.ts';
import { DeliveryDetail } from '../webhooks/delivery-detail.tsx';
import { answerOf, DeliveryStatus } from '../webhooks/delivery-status.tsx';
import { wordsOfEvent } from '../webhooks/event-words.ts';
import { deliveriesQuery, webhooksQuery } from '../webhooks/webhook-queries.ts';
import { WebhookStanding, whyDisabled } from '../webhooks/webhook-status.tsx';
import type { IntegrationKind } from './integration-kinds.ts';

const mostShown = 5;

export interface DoorNotificationsProps {
  readonly app: App;
  readonly door: Door;
  readonly integration: IntegrationKind;
}

export function DoorNotifications({ app, door, integration }: DoorNotificationsProps) {
  const { data, error, refetch } = useQuery(webhooksQuery(app.id));
  const webhooks = data?.filter(({ door_id }) => door_id === door.id);
  const calls = <CallsLink callsAt={integration.callsAt(door)} />;
  if (webhooks?.length === 0) return <NoEndpoint integration={integration} calls={calls} />;
  if (webhooks !== undefined)
    return webhooks.map((webhook) => (
      <NotificationsOf key={webhook.id} webhook={webhook} integration={integration} calls={calls} />
    ));
  return error === null ? <Awaited lines={2} /> : <NotAnswered error={error} again={() => void refetch()} />;
}

function CallsLink({ callsAt }: { readonly callsAt: string }) {
  return (
    <Anchor component={AppLink} to="/console/requests" search={{ path: callsAt } as never} size="sm">
      {words.integrations.calls}
    </Anchor>
  );
}

interface OfIntegration {
  readonly integration: IntegrationKind;
  readonly calls: ReactNode;
}

function NoEndpoint({ integration, calls }: OfIntegration) {
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Title order={4} size="h4">
          {words.integrations.notifications}
        </Title>
        {calls}
      </Group>
      <Text size="sm" c="dimmed">
        {integration.notifies === 'entered' ? words.integrations.noEndpoint : words.integrations.noEndpointYet}
      </Text>
    </div>
  );
}

function NotificationsOf({ webhook, integration, calls }: OfIntegration & { readonly webhook: Webhook }) {
  const isByOrder = integration.notifies === 'by_order';
  const isWell = webhook.enabled && webhook.failing_since === null;
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Title order={4} size="h4">
            {words.integrations.notifications}
          </Title>
          {isWell ? null : <WebhookStanding webhook={webhook} />}
        </Group>
        <Group gap="md">
          <Anchor component={AppLink} to={`/console/settings/webhooks/${webhook.id}`} size="sm">
            {words.integrations.allNotifications}
          </Anchor>
          {calls}
          {isByOrder ? null : <TestButton webhook={webhook} />}
        </Group>
      </Group>
      {isByOrder ? (
        <Text size="sm" c="dimmed">
          {words.integrations.noTest}
        </Text>
      ) : (
        <Text size="sm" className="mono" dir="ltr">
          {webhook.url}
        </Text>
      )}
      {webhook.enabled ? null : (
        <Text size="sm" c="dimmed">
          {whyDisabled(webhook.disabled_reason)}
        </Text>
      )}
      <LastDeliveries webhook={webhook} />
    </div>
  );
}

function TestButton({ webhook }: { readonly webhook: Webhook }) {
  const test = useAct({
    act: () => api.post(`/webhook/${webhook.id}/test`),
    refreshes: [['webhook-deliveries', webhook.id]],
    said: words.webhooks.testSent,
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={test.isRunning}
      disabled={!webhook.enabled}
      onClick={() => test.run()}
    >
      {words.webhooks.sendTest}
    </Button>
  );
}

function LastDeliveries({ webhook }: { readonly webhook: Webhook }) {
  const { data, error, refetch } = useQuery(deliveriesQuery(webhook.id));
  const [openId, setOpenId] = useState<string | null>(null);
  if (data === undefined) {
    return error === null ? <Awaited lines={2} /> : <NotAnswered error={error} again={() => void refetch()} />;
  }
  if (data.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {words.integrations.noNotifications}
      </Text>
    );
  }
  return (
    <>
      <RowList label={words.integrations.notifications}>
        {data.items.slice(0, mostShown).map((delivery) => (
          <Row
            key={delivery.id}
            title={wordsOfEvent(delivery.event_type)}
            marks={<DeliveryStatus delivery={delivery} />}
            detail={
              <>
                {words.webhooks.response}: <bdi>{answerOf(delivery)}</bdi> · <Time at={delivery.updated_at} />
              </>
            }
          >
            <Button variant="default" size="xs" onClick={() => setOpenId(delivery.id)}>
              {words.common.open}
            </Button>
          </Row>
        ))}
      </RowList>
      <DeliveryDetail
        webhook={webhook}
        delivery={data.items.find(({ id }) => id === openId) ?? null}
        close={() => setOpenId(null)}
      />
    </>
  );
}

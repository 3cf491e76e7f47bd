// The last notifications to the shop of an integration, each with its response, and a link to the calls of the shop.
import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { App, Door, Webhook } from '../../../../sdk/src/generated/api.ts';
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

const mostShown = 5;

export interface DoorNotificationsProps {
  readonly app: App;
  readonly door: Door;
  /** A part of the paths of its calls. */
  readonly callsAt: string;
}

export function DoorNotifications({ app, door, callsAt }: DoorNotificationsProps) {
  const { data, error, refetch } = useQuery(webhooksQuery(app.id));
  const webhook = data?.find(({ door_id }) => door_id === door.id);
  if (webhook !== undefined) return <NotificationsOf webhook={webhook} callsAt={callsAt} />;
  if (data !== undefined) return null;
  return error === null ? <Awaited lines={2} /> : <NotAnswered error={error} again={() => void refetch()} />;
}

function NotificationsOf({ webhook, callsAt }: { readonly webhook: Webhook; readonly callsAt: string }) {
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
          <Anchor component={AppLink} to="/console/requests" search={{ path: callsAt } as never} size="sm">
            {words.integrations.calls}
          </Anchor>
        </Group>
      </Group>
      {webhook.enabled ? null : (
        <Text size="sm" c="dimmed">
          {whyDisabled(webhook.disabled_reason)}
        </Text>
      )}
      <LastDeliveries webhook={webhook} />
    </div>
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

// One delivery: request, response, next attempt, and a button that sends it again.
import { Anchor, Button, Code, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Event, Webhook, WebhookDelivery } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Time } from '../../parts/time.tsx';
import { answerOf, DeliveryStatus } from './delivery-status.tsx';
import './webhooks.css';
import { number } from '../../words/figures.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { aboutRequest } from '../integrations/integration-kinds.ts';
import { wordsOfEvent } from './event-words.ts';

export interface DeliveryDetailProps {
  readonly webhook: Webhook;
  /** null: closed. */
  readonly delivery: WebhookDelivery | null;
  readonly close: () => void;
}

export function DeliveryDetail({ webhook, delivery, close }: DeliveryDetailProps) {
  return (
    <Drawer
      opened={delivery !== null}
      onClose={close}
      position="right"
      size="lg"
      title={delivery === null ? '' : wordsOfEvent(delivery.event_type)}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {delivery === null ? null : <Detail webhook={webhook} delivery={delivery} />}
    </Drawer>
  );
}

function Detail({ webhook, delivery }: { readonly webhook: Webhook; readonly delivery: WebhookDelivery }) {
  const again = useAct({
    act: () => api.post(`/webhook-delivery/${delivery.id}/redeliver`),
    refreshes: [['webhook-deliveries', webhook.id]],
    said: words.webhooks.resent,
  });
  return (
    <Stack>
      <Group justify="space-between">
        <DeliveryStatus delivery={delivery} />
        <Button loading={again.isRunning} disabled={!webhook.enabled} onClick={() => again.run()}>
          {words.webhooks.deliverAgain}
        </Button>
      </Group>
      {webhook.enabled ? null : (
        <Text size="sm" c="dimmed">
          {words.webhooks.disabledNoResend}
        </Text>
      )}
      <Text size="sm">
        {joined(words.webhooks.attemptsAt({ count: delivery.attempts, time: <Time at={delivery.updated_at} /> }))}{' '}
        {delivery.next_attempt_at === null
          ? null
          : joined(words.webhooks.nextAttemptAt({ time: <Time at={delivery.next_attempt_at} /> }))}
      </Text>
      <Answer delivery={delivery} />
      {webhook.door_id === null ? (
        <Request webhook={webhook} delivery={delivery} />
      ) : (
        <RequestOfDoor webhook={webhook} delivery={delivery} />
      )}
    </Stack>
  );
}

function Answer({ delivery }: { readonly delivery: WebhookDelivery }) {
  return (
    <section>
      <Title order={3} size="h4">
        {words.webhooks.shopResponse}
      </Title>
      <Code block className="sent-text">
        {[answerOf(delivery), delivery.response_body].filter((part) => part !== null && part !== '').join('\n\n')}
      </Code>
    </section>
  );
}

interface OfDelivery {
  readonly webhook: Webhook;
  readonly delivery: WebhookDelivery;
}

const useEvent = ({ event_id: id }: WebhookDelivery) =>
  useQuery({
    queryKey: ['event', id],
    queryFn: ({ signal }) => api.get<Event>(`/event/${id}`, {}, signal),
  });

/** The request has the form of another interface, so the event is not its body. */
function RequestOfDoor({ webhook, delivery }: OfDelivery) {
  const { data: event } = useEvent(delivery);
  const invoiceId = event === undefined ? null : (event.data as { readonly id?: string }).id;
  return (
    <section>
      <Title order={3} size="h4">
        {words.webhooks.request}
      </Title>
      <Text size="sm">{aboutRequest(webhook.dialect)}</Text>
      {invoiceId == null ? null : (
        <Anchor component={AppLink} to={`/console/invoices/${invoiceId}`} size="sm">
          {words.common.invoice}
        </Anchor>
      )}
    </section>
  );
}

function Request({ webhook, delivery }: OfDelivery) {
  const event = useEvent(delivery);
  const body = event.data === undefined ? null : bodyText(event.data);
  return (
    <section>
      <Group justify="space-between" mb={4}>
        <Title order={3} size="h4">
          {words.webhooks.request}
        </Title>
        {body === null ? null : <CopyButton text={body} what="body" />}
      </Group>
      <Code block className="sent-text">
        {[
          `POST ${webhook.url}`,
          'content-type: application/json',
          `webhook-id: ${delivery.event_id}`,
          `webhook-timestamp: (${words.webhooks.perAttempt})`,
          `webhook-signature: ${webhook.signature},… (${words.webhooks.perAttempt})`,
          ...(body === null ? [] : ['', body]),
        ].join('\n')}
      </Code>
      {event.error === null ? null : (
        <Text size="sm" c="dimmed">
          {words.webhooks.bodyGone({ days: number(30) })}
        </Text>
      )}
    </section>
  );
}

/** The body as it was sent, but indented. */
function bodyText({ type, timestamp, data }: Event): string {
  return JSON.stringify({ type, timestamp, data }, null, 2);
}

// The deliveries to an endpoint: each with its response, its next attempt, and a button that sends it again.
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook, WebhookDelivery } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { type Column, LongTable } from '../../parts/long-table.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Time } from '../../parts/time.tsx';
import { copying } from '../../rows/copy-action.ts';
import { words } from '../../words/words.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { answerOf, DeliveryStatus } from './delivery-status.tsx';
import { wordsOfEvent } from './event-words.ts';
import { allDeliveries, DeliveryFilters, isShown } from './filters/delivery-filters.tsx';
import { deliveriesQuery, successOf, successText } from './webhook-queries.ts';

export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const deliveries = useQuery(deliveriesQuery(webhook.id));
  const [openId, setOpenId] = useState<string | null>(null);
  const [filter, setFilter] = useState(allDeliveries);
  const again = useAct<string>({
    act: (id) => api.post(`/webhook-delivery/${id}/redeliver`),
    refreshes: [['webhook-deliveries', webhook.id]],
    said: words.webhooks.resent,
  });
  if (deliveries.data === undefined) {
    if (deliveries.error === null) return <Awaited lines={6} />;
    return <NotAnswered error={deliveries.error} again={() => void deliveries.refetch()} />;
  }
  const { items, next } = deliveries.data;
  if (items.length === 0) {
    return (
      <EmptyState title={words.webhooks.nothingSent}>
        {webhook.door_id === null ? words.webhooks.nothingSentMore : words.integrations.noNotifications}
      </EmptyState>
    );
  }
  return (
    <section>
      <Title order={2} size="h3" mb={4}>
        {words.webhooks.deliveries}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {successText(successOf(items))} {next === null ? '' : words.webhooks.newestOnly}
      </Text>
      <DeliveryFilters deliveries={items} filter={filter} change={setFilter} />
      <LongTable
        label={words.webhooks.deliveries}
        rows={items.filter((one) => isShown(filter, one))}
        columns={columns()}
        keyOf={({ id }) => id}
        open={({ id }) => setOpenId(id)}
        acts={({ id, event_id: eventId }) => [
          ...(webhook.enabled ? [{ words: words.webhooks.deliverAgain, act: () => again.run(id) }] : []),
          copying('eventId', eventId),
        ]}
      />
      <DeliveryDetail
        webhook={webhook}
        delivery={items.find(({ id }) => id === openId) ?? null}
        close={() => setOpenId(null)}
      />
    </section>
  );
}

const columns = (): readonly Column<WebhookDelivery>[] => [
  {
    title: words.webhooks.event,
    cell: ({ event_type: type }) => (
      <>
        {wordsOfEvent(type)}
        <Text component="span" display="block" size="xs" c="dimmed">
          {type}
        </Text>
      </>
    ),
  },
  { title: words.common.status, cell: (one) => <DeliveryStatus delivery={one} /> },
  { title: words.webhooks.response, cell: answerOf },
  { title: words.webhooks.attempts, cell: ({ attempts }) => attempts, atEnd: true, isExtra: true },
  {
    title: words.webhooks.nextAttempt,
    cell: ({ next_attempt_at: at }) => (at === null ? '–' : <Time at={at} />),
    isExtra: true,
  },
  { title: words.webhooks.sent, cell: ({ updated_at: at }) => <Time at={at} />, isExtra: true },
];

// What was sent to an endpoint: each with its answer, its next try, and a way to send it again.
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook, WebhookDelivery } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { useAct } from '../../outside/use-act.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { type Column, LongTable } from '../../parts/long-table.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Time } from '../../parts/time.tsx';
import { copying } from '../../rows/copying.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { answerOf, DeliveryStatus } from './delivery-status.tsx';
import { wordsOfEvent } from './event-words.ts';
import { deliveriesQuery, successOf, successText } from './webhook-queries.ts';

export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const deliveries = useQuery(deliveriesQuery(webhook.id));
  const [openId, setOpenId] = useState<string | null>(null);
  const again = useAct<string>({
    act: (id) => api.post(`/webhook-delivery/${id}/redeliver`),
    refreshes: [['webhook-deliveries', webhook.id]],
    said: 'It is on its way again.',
  });
  if (deliveries.data === undefined) {
    if (deliveries.error === null) return <Awaited lines={6} />;
    return <NotAnswered error={deliveries.error} again={() => void deliveries.refetch()} />;
  }
  const { items, next } = deliveries.data;
  if (items.length === 0) {
    return (
      <EmptyState title="Nothing was sent yet">
        The first payment is told here. Send a test event to see whether your shop takes what it is sent.
      </EmptyState>
    );
  }
  return (
    <section>
      <Title order={2} size="h3" mb={4}>
        Deliveries
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {successText(successOf(items))}
        {next === null ? '' : '; older ones are left out here'}
      </Text>
      <LongTable
        label="Deliveries"
        rows={items}
        columns={columns}
        keyOf={({ id }) => id}
        open={({ id }) => setOpenId(id)}
        acts={({ id, event_id: eventId }) => [
          ...(webhook.enabled ? [{ words: 'Deliver again', act: () => again.run(id) }] : []),
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

const columns: readonly Column<WebhookDelivery>[] = [
  {
    title: 'Event',
    cell: ({ event_type: type }) => (
      <>
        {wordsOfEvent(type)}
        <Text component="span" display="block" size="xs" c="dimmed">
          {type}
        </Text>
      </>
    ),
  },
  { title: 'Status', cell: (one) => <DeliveryStatus delivery={one} /> },
  { title: 'Answer', cell: answerOf },
  { title: 'Tries', cell: ({ attempts }) => attempts, atEnd: true, isExtra: true },
  {
    title: 'Next try',
    cell: ({ next_attempt_at: at }) => (at === null ? '–' : <Time at={at} />),
    isExtra: true,
  },
  { title: 'Sent', cell: ({ updated_at: at }) => <Time at={at} />, isExtra: true },
];

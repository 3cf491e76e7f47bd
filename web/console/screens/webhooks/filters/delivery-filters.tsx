// Filters of the deliveries to an endpoint: by type of event and by status.
import { Group, NativeSelect } from '@mantine/core';
import type { WebhookDelivery } from '../../../../../sdk/typescript/src/generated/api.ts';
import { words } from '../../../words/words.ts';

/** Empty for all. */
export interface DeliveryFilter {
  readonly type: string;
  readonly status: string;
}

export const allDeliveries: DeliveryFilter = { type: '', status: '' };

/** Whether the filter shows the delivery. */
export function isShown({ type, status }: DeliveryFilter, one: WebhookDelivery): boolean {
  return (type === '' || one.event_type === type) && (status === '' || one.status === status);
}

export interface DeliveryFiltersProps {
  readonly deliveries: readonly WebhookDelivery[];
  readonly filter: DeliveryFilter;
  readonly change: (filter: DeliveryFilter) => void;
}

export function DeliveryFilters({ deliveries, filter, change }: DeliveryFiltersProps) {
  const types = [...new Set(deliveries.map(({ event_type: type }) => type))].sort();
  return (
    <Group mb="sm">
      <NativeSelect
        label={words.webhooks.event}
        data={[{ value: '', label: words.filters.all }, ...types]}
        value={filter.type}
        onChange={(event) => change({ ...filter, type: event.currentTarget.value })}
      />
      <NativeSelect
        label={words.common.status}
        data={[
          { value: '', label: words.filters.all },
          { value: 'delivered', label: words.statuses.delivered },
          { value: 'pending', label: words.statuses.pending },
          { value: 'exhausted', label: words.statuses.gaveUp },
        ]}
        value={filter.status}
        onChange={(event) => change({ ...filter, status: event.currentTarget.value })}
      />
    </Group>
  );
}

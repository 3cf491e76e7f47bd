// How a delivery went, as a badge, and what came back in a word.
import type { WebhookDelivery } from '../../../../sdk/src/generated/api.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';

export function DeliveryStatus({ delivery }: { readonly delivery: WebhookDelivery }) {
  if (delivery.status === 'delivered') return <StatusBadge status="delivered" />;
  if (delivery.status === 'exhausted') return <StatusBadge status="failed" name="Given up" />;
  return delivery.attempts === 0 ? (
    <StatusBadge status="pending" name="On its way" />
  ) : (
    <StatusBadge status="failing" name="Will be tried again" />
  );
}

/** '200', or why there was none. */
export function answerOf({ response_status: status, error }: WebhookDelivery): string {
  return status !== null ? String(status) : (error ?? '–');
}

// The status of a delivery as a badge, and its response in a word.
import type { WebhookDelivery } from '../../../../sdk/typescript/src/generated/api.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { words } from '../../words/words.ts';

export function DeliveryStatus({ delivery }: { readonly delivery: WebhookDelivery }) {
  if (delivery.status === 'delivered') return <StatusBadge status="delivered" />;
  if (delivery.status === 'exhausted') return <StatusBadge status="failed" name={words.statuses.gaveUp} />;
  return delivery.attempts === 0 ? (
    <StatusBadge status="pending" name={words.statuses.sending} />
  ) : (
    <StatusBadge status="failing" name={words.statuses.retrying} />
  );
}

/** '200', or the error. */
export function answerOf({ response_status: status, error }: WebhookDelivery): string {
  return status !== null ? String(status) : (error ?? '–');
}

// The state of a refund as a badge, its value, and the name of its place on the page.
import type { Refund } from '../../../sdk/typescript/src/generated/api.ts';
import { StatusBadge } from '../parts/status-badge.tsx';
import { words } from '../words/words.ts';

/** A transfer of another amount counts only once it is accepted. */
export function RefundBadge({ refund }: { readonly refund: Pick<Refund, 'status' | 'amount_differs'> }) {
  if (!refund.amount_differs) return <StatusBadge status={refund.status} />;
  return <StatusBadge status={refund.status} name={words.statuses.otherAmount} tone="act" />;
}

/** The id of a refund on the page of its invoice, for links to it. */
export const refundCardId = (id: string): string => `refund-${id}`;

/** In the invoice's currency: the value that a sent refund gave back, or that another refund will give back. */
export function refundValue({
  status,
  refunded,
  fiat_value: value,
}: Pick<Refund, 'status' | 'refunded' | 'fiat_value'>) {
  return status === 'sent' ? (refunded ?? value) : value;
}

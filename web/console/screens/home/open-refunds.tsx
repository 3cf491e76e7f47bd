// The refunds on Home that wait for the merchant: each with its amount and state, and a link to it on its invoice.
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AppAttention, Refund } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { RefundBadge, refundCardId } from '../../evidence/refund-badge.tsx';
import { AppLink } from '../../parts/app-link.tsx';
import { Coin, Fiat } from '../../parts/money.tsx';

const shown = 3;
const kinds = new Set<AppAttention['kind']>([
  'refunds_waiting',
  'refunds_differ',
  'refunds_exceed_paid',
  'refunds_after_cancellation',
]);

export const isAboutRefunds = (kind: AppAttention['kind']): boolean => kinds.has(kind);

export interface OpenRefundsProps {
  readonly appId: string;
  /** The oldest first. */
  readonly ids: readonly string[];
}

export function OpenRefunds({ appId, ids }: OpenRefundsProps) {
  const { data = [] } = useQuery({
    queryKey: ['refunds', appId, 'open'],
    queryFn: ({ signal }) =>
      api.get<Refund[]>('/refunds', { app_id: appId, status: ['ready', 'seen', 'sent'], limit: 100 }, signal),
  });
  const refunds = ids.flatMap((id) => data.filter((one) => one.id === id)).slice(0, shown);
  if (refunds.length === 0) return null;
  return (
    <ul className="home-review">
      {refunds.map((refund) => (
        <li key={refund.id}>
          <Group gap="xs">
            <AppLink
              to="/console/invoices/$id"
              params={{ id: refund.invoice_id } as never}
              hash={refundCardId(refund.id)}
            >
              <Fiat amount={refund.fiat_value} currency={refund.currency} />
            </AppLink>
            {refund.amount === null ? null : <Coin amount={refund.amount} symbol={refund.cryptocurrency} />}
            <RefundBadge refund={refund} />
          </Group>
        </li>
      ))}
    </ul>
  );
}

// The refunds on Home that wait for the merchant: each with its amount and state, and a link to it on its invoice.
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AppAttention, Refund } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { RefundBadge, refundCardId, refundValue } from '../../evidence/refund-badge.tsx';
import { AppLink } from '../../parts/app-link.tsx';
import { Coin, Fiat } from '../../parts/money.tsx';

const shown = 3;
/** The status of the refunds that are listed; null: each is read by its id, because it may be sent. */
const statusOf = {
  refunds_waiting: 'ready',
  refunds_differ: 'seen',
  refunds_exceed_paid: null,
  refunds_after_cancellation: null,
} as const;
type RefundKind = keyof typeof statusOf;

export const isAboutRefunds = (kind: AppAttention['kind']): kind is RefundKind => Object.hasOwn(statusOf, kind);

export interface OpenRefundsProps {
  readonly appId: string;
  readonly kind: RefundKind;
  /** The oldest first. */
  readonly ids: readonly string[];
}

export function OpenRefunds({ appId, kind, ids }: OpenRefundsProps) {
  const status = statusOf[kind];
  const { data = [] } = useQuery({
    queryKey: ['refunds', appId, kind, ...(status === null ? ids : [])],
    queryFn: ({ signal }) =>
      status === null
        ? Promise.all(ids.slice(0, shown).map((id) => api.get<Refund>(`/refund/${id}`, {}, signal)))
        : api.get<Refund[]>('/refunds', { app_id: appId, status, limit: 100 }, signal),
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
              <Fiat amount={refundValue(refund)} currency={refund.currency} />
            </AppLink>
            <Coins refund={refund} />
            <RefundBadge refund={refund} />
          </Group>
        </li>
      ))}
    </ul>
  );
}

/** The amount that was sent, or is to be sent. */
function Coins({ refund: { status, amount: asked, sent_amount: sent, cryptocurrency: symbol } }: { refund: Refund }) {
  const amount = status === 'sent' ? (sent ?? asked) : asked;
  return amount === null ? null : <Coin amount={amount} symbol={symbol} />;
}

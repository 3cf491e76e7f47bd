// Pull payments as the API shows them.
import { currencyOf } from '../../../core/money/currency.ts';
import { formatFixed } from '../../../core/money/decimal.ts';
import { codecOf } from '../../../io/chains/codecs.ts';
import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { isWaiting } from './own-pull-payment.ts';
import type { PullPayment } from './pull-payment-store.ts';

export const pullPaymentStatuses = ['waiting', 'assigned', 'archived'] as const;
export type PullPaymentStatus = (typeof pullPaymentStatuses)[number];

export const PullPaymentView = Type.Object({
  id: { ...uuid, description: 'Also the id of its refund, once it is assigned.' },
  app_id: uuid,
  status: Type.Unsafe<PullPaymentStatus>({
    type: 'string',
    enum: [...pullPaymentStatuses],
    description: '`waiting`: it has no invoice. `assigned`: it is a refund. `archived`: it was given up.',
  }),
  name: Type.String({ description: 'In the words of the shop.' }),
  description: nullable(Type.String()),
  fiat_value: Type.String({ description: 'A decimal in the currency.' }),
  currency: Type.String(),
  order_id: nullable(Type.String({ description: 'The number of an order of the shop that the name has.' })),
  invoice_id: nullable(Type.String()),
  cryptocurrency: nullable(Type.String({ description: 'The coin that the customer chose meanwhile.' })),
  network: nullable(Type.String()),
  to: nullable(Type.String({ description: 'The destination that the customer named meanwhile.' })),
  refund_url: Type.String({ description: 'The page where the customer names the destination.' }),
  created_at: time,
});

export function pullPaymentView(instance: Pick<Instance, 'catalog' | 'publicUrl'>, one: PullPayment) {
  const asset = one.assetId === null ? null : instance.catalog.assetById(one.assetId);
  const status: PullPaymentStatus = isWaiting(one) ? 'waiting' : one.archivedAt === null ? 'assigned' : 'archived';
  const isShown = asset !== null && one.recipient !== null;
  return {
    id: one.id,
    app_id: one.appId,
    status,
    name: one.name,
    description: one.description,
    fiat_value: fiatValue(one),
    currency: one.currency,
    order_id: one.orderId,
    invoice_id: one.invoiceId,
    cryptocurrency: asset?.cryptocurrency.symbol ?? null,
    network: asset?.network.symbol ?? null,
    to: isShown ? codecOf(asset.network.family).showAddress(one.recipient ?? '', asset.network.facts) : null,
    refund_url: `${instance.publicUrl}/refund/${one.id}`,
    created_at: one.createdAt.toISOString(),
  };
}

/** A decimal in the currency. */
export function fiatValue({ amount, currency }: Pick<PullPayment, 'amount' | 'currency'>): string {
  return formatFixed(amount, currencyOf(currency)?.decimals ?? 2);
}

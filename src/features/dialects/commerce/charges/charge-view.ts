// A charge, as Coinbase Commerce shows it.
import { chargeTimeline } from '../../../../core/dialect/commerce-timeline.ts';
import { isPaidSituation, orderSituation } from '../../../../core/dialect/order-situation.ts';
import { currencyOf } from '../../../../core/money/currency.ts';
import { formatFixed } from '../../../../core/money/decimal.ts';
import type { Instance } from '../../../instance.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import { checkoutUrl } from '../../../money/ledger/invoice-view.ts';
import type { StepTimes } from '../../../money/ledger/lists/step-times-store.ts';
import type { ChargeFacts } from './charge-facts.ts';
import { attemptsOf, paymentsOf } from './charge-payments.ts';

export type ChargeView = Readonly<Record<string, unknown>> & { readonly id: string };

export function chargeView(instance: Instance, facts: ChargeFacts): ChargeView {
  const { invoice, shop, steps } = facts;
  const situation = orderSituation(invoice);
  const isPaid = isPaidSituation(situation);
  const decimals = currencyOf(invoice.currency)?.decimals ?? 2;
  const money = (minor: bigint) => ({ amount: formatFixed(minor, decimals), currency: invoice.currency });
  const { prices, addresses } = attemptsOf(instance, facts);
  const links = { redirect_url: invoice.successUrl, cancel_url: invoice.cancelUrl };
  return {
    id: invoice.id,
    resource: 'charge',
    // An invoice that was made by another interface has no code. Its id works in each place of a code.
    code: shop?.code ?? invoice.id,
    name: shop === null ? (invoice.order.description ?? '') : (shop.details.name ?? ''),
    description: shop === null ? '' : (shop.details.description ?? ''),
    hosted_url: checkoutUrl(instance, invoice.id),
    created_at: invoice.createdAt.toISOString(),
    ...(isPaid && invoice.paidAt !== null ? { confirmed_at: invoice.paidAt.toISOString() } : {}),
    expires_at: invoice.expiresAt.toISOString(),
    timeline: chargeTimeline(situation, momentsOf(invoice, steps)).map(({ time, ...entry }) => ({
      time: time.toISOString(),
      ...entry,
    })),
    metadata: shop?.details.metadata ?? invoice.metadata,
    pricing_type: 'fixed_price',
    pricing: { local: money(invoice.total), ...prices },
    payments: paymentsOf(instance, facts, money),
    addresses,
    ...Object.fromEntries(Object.entries(links).filter(([, url]) => url !== null)),
  };
}

function momentsOf({ createdAt, updatedAt, paidAt }: Invoice, steps: StepTimes) {
  return {
    ...{ createdAt, updatedAt, paidAt },
    seenAt: firstOf(steps),
    expiredAt: steps.get('invoice_expired')?.last ?? null,
    canceledAt: steps.get('invoice_canceled')?.last ?? null,
    reversedAt: steps.get('invoice_reversed')?.last ?? null,
  };
}

/** The time of the first payment. */
function firstOf(steps: StepTimes): Date | null {
  const times = (['payment_seen', 'payment_matched', 'payment_mined'] as const).flatMap(
    (kind) => steps.get(kind)?.first ?? [],
  );
  return times.sort((one, other) => one.getTime() - other.getTime())[0] ?? null;
}

// A refund as Greenfield shows it: the data of a pull payment. Source: PullPaymentData of BTCPay Server.
import { currencyOf } from '../../../../core/money/currency.ts';
import { formatFixed, formatUnits } from '../../../../core/money/decimal.ts';
import { refundAmount } from '../../../../core/payment/outgoing/refund.ts';
import type { PullPayment } from '../../../evidence/pull-payments/pull-payment-store.ts';
import { assetOf } from '../../../evidence/refunds/acts/follow-refund.ts';
import type { Refund } from '../../../evidence/refunds/refund-store.ts';
import type { Instance } from '../../../instance.ts';
import { secondsOf } from '../greenfield-wire.ts';

/** The default of BTCPay Server, in days. No Lightning invoice is ever paid here. */
const bolt11Days = 30;

/** `refund`: of the pull payment; null while there is none. */
export function pullPaymentData(
  instance: Pick<Instance, 'catalog' | 'publicUrl'>,
  pullPayment: PullPayment,
  refund: Refund | null,
) {
  const { id, name, description, archivedAt, createdAt } = pullPayment;
  return {
    id,
    name,
    description: description ?? '',
    ...worth(instance, pullPayment, refund),
    period: null,
    BOLT11Expiration: bolt11Days,
    // The merchant's wallet sends each refund.
    autoApproveClaims: false,
    archived: archivedAt !== null || refund?.status === 'canceled',
    viewLink: `${instance.publicUrl}/refund/${id}`,
    startsAt: secondsOf(createdAt),
    expiresAt: null,
  };
}

/** At the rate of the payment, the coins are certain. Otherwise, the value in the invoice's currency is. */
function worth(
  instance: Pick<Instance, 'catalog'>,
  { currency, amount }: PullPayment,
  refund: Refund | null,
): { readonly currency: string; readonly amount: string } {
  const minorDecimals = currencyOf(currency)?.decimals ?? 2;
  if (refund?.rateKind !== 'locked' || refund.rate === null)
    return { currency, amount: formatFixed(amount, minorDecimals) };
  const { cryptocurrency, decimals } = assetOf(instance, refund);
  const coins = refund.amount ?? refundAmount(refund.value, minorDecimals, refund.rate, decimals);
  return { currency: cryptocurrency.symbol, amount: formatUnits(coins, decimals) };
}

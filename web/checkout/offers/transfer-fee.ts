// The approximate cost of sending: in fiat if the fee coin has a price, otherwise in that coin.
import { formatFixed, formatUnits } from '../../../src/core/money/decimal.ts';
import { parseRate, valueAtRate } from '../../../src/core/money/rate.ts';
import { decimalsOf, roundedUp, units } from '../rules/figures.ts';
import type { Network } from '../rules/payment-objects.ts';

/** The asset to send; `contract` is null for the native coin. */
interface Place {
  readonly contract: string | null;
  readonly network: Pick<Network, 'transfer_fees' | 'native_coin'>;
}

export interface FeeTerms {
  /** The price of one native coin in the currency; undefined if unknown. */
  readonly price: number | undefined;
  /** Digits of the currency's minor unit. */
  readonly digits: number;
  /** Formats a decimal of the currency as a price. */
  readonly money: (amount: string) => string;
}

/** Such as '≈ $0.31', '< $0.01' or '≈ 0.00042 ETH'; null if the cost is unknown. */
export function transferFeeText({ contract, network }: Place, { price, digits, money }: FeeTerms): string | null {
  const fee = contract === null ? network.transfer_fees?.coin : network.transfer_fees?.token;
  if (!fee) return null;
  const scale = decimalsOf(fee);
  const rate = price === undefined ? null : parseRate(String(price));
  if (rate === null) {
    const about = formatUnits(roundedUp(units(fee, scale), significantDigits, scale), scale);
    return `≈ ${about} ${network.native_coin ?? ''}`.trim();
  }
  const value = valueAtRate(units(fee, scale), scale, rate, digits);
  return value === 0n ? `< ${money(formatFixed(1n, digits))}` : `≈ ${money(formatFixed(value, digits))}`;
}

const significantDigits = 2;

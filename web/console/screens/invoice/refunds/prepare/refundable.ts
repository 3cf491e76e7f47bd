// The amounts that a refund of an invoice can have, and the coins that it can be sent in.
import type { Invoice, Refund, Transaction } from '../../../../../../sdk/typescript/src/generated/api.ts';
import { formatFixed, formatUnits, parseUnits } from '../../../../../../src/core/money/decimal.ts';
import { parseRate } from '../../../../../../src/core/money/rate.ts';
import { overpaidOf, refundAmount, refundableOf } from '../../../../../../src/core/payment/outgoing/refund.ts';
import { digitsOf, isLess, worthAt } from '../../../../evidence/fiat-value.ts';

/** Decimals in the invoice's currency; null for zero. */
export interface Refundable {
  readonly left: string | null;
  readonly excess: string | null;
}

type Sums = Pick<Invoice, 'paid' | 'total'>;

/** `refunds`: all of the invoice. */
export function refundable(
  { paid, total }: Sums,
  refunds: readonly Pick<Refund, 'status' | 'fiat_value' | 'refunded'>[],
): Refundable {
  const digits = Math.max(digitsOf(paid), digitsOf(total));
  const minor = (amount: string) => {
    const units = parseUnits(amount, digits);
    return typeof units === 'bigint' ? units : 0n;
  };
  const open = refunds
    .filter(({ status }) => status !== 'canceled')
    .map(({ status, refunded, fiat_value: value }) => ({
      value: minor(status === 'sent' ? (refunded ?? value) : value),
    }));
  const shown = (units: bigint) => (units > 0n ? formatFixed(units, digits) : null);
  return {
    left: shown(refundableOf(minor(paid), open)),
    excess: shown(overpaidOf({ paid: minor(paid), total: minor(total) }, open)),
  };
}

/** A coin that paid the invoice, with its largest payment. */
export interface PaidCoin {
  readonly key: string;
  readonly symbol: string;
  readonly network: string;
  readonly networkName: string;
  /** Fiat for one coin. */
  readonly rate: string;
  readonly from: string | null;
}

export const coinKey = ({ cryptocurrency, network }: Pick<Transaction, 'cryptocurrency' | 'network'>): string =>
  `${cryptocurrency.symbol} ${network.symbol}`;

/** The coins of the confirmed payments, the largest payment first. */
export function paidCoins(transactions: readonly Transaction[], digits: number): PaidCoin[] {
  const worth = (one: Transaction) => worthOf(one, digits) ?? '0';
  const paid = transactions
    .filter(({ status }) => status === 'success')
    .toSorted((one, other) => Number(isLess(worth(one), worth(other))) - Number(isLess(worth(other), worth(one))));
  const coins = new Map<string, PaidCoin>();
  for (const one of paid) {
    const key = coinKey(one);
    const { symbol, name } = one.network;
    const from = one.from ?? null;
    const coin = { key, symbol: one.cryptocurrency.symbol, network: symbol, networkName: name, rate: one.rate, from };
    if (!coins.has(key)) coins.set(key, coin);
  }
  return [...coins.values()];
}

/** The value of a payment at its own rate; null before it came. */
export function worthOf({ rate, received_amount: received, amount }: Transaction, digits: number): string | null {
  const came = received ?? amount;
  return came === null ? null : worthAt(rate, came, digits);
}

/** The smaller of two decimals. */
export const lesser = (one: string, other: string): string => (isLess(one, other) ? one : other);

/** The coins that a refund of this value has; null if a number is not a decimal. */
export function coinsFor(fiat: string, rate: string, decimals: number): string | null {
  const [digits, price] = [digitsOf(fiat), parseRate(rate)];
  const value = parseUnits(fiat, digits);
  if (price === null || typeof value !== 'bigint') return null;
  return formatUnits(refundAmount(value, digits, price, decimals), decimals);
}

// Money: fiat first, the coin small below it. Always decimal strings, never numbers.
import { Text } from '@mantine/core';
import { price } from '../words/figures.ts';

export interface FiatProps {
  /** A decimal from the API. All its digits are shown. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** An amount in fiat, on one line, with digits of equal width. */
export function Fiat({ amount, currency }: FiatProps) {
  return (
    <bdi className="figures" dir="ltr">
      {price(amount, currency)}
    </bdi>
  );
}

/** An amount of a coin: `0.05 ETH`. */
export function Coin({ amount, symbol }: { readonly amount: string; readonly symbol: string }) {
  return (
    <bdi className="figures" dir="ltr">
      {amount} {symbol}
    </bdi>
  );
}

/** The value in fiat first, and below it the coin. Without a coin only the fiat, without a value only the coin. */
export function Money({
  fiat,
  coin,
}: {
  readonly fiat: FiatProps | null;
  readonly coin?: { readonly amount: string; readonly symbol: string } | null;
}) {
  return (
    <span>
      {fiat === null ? null : <Fiat {...fiat} />}
      {coin === undefined || coin === null ? null : (
        <Text
          component="span"
          display="block"
          size={fiat === null ? 'sm' : 'xs'}
          c={fiat === null ? undefined : 'dimmed'}
        >
          <Coin {...coin} />
        </Text>
      )}
    </span>
  );
}

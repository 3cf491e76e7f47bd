// Money as people read it: fiat first, the coin small under it. Decimal strings all the way, never numbers.
import { Text } from '@mantine/core';
import { price } from '../words/figures.ts';

export interface FiatProps {
  /** A decimal, as the API gives it. All its digits are shown. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** An amount in fiat, on one line, with digits of one width. */
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

/** What it is worth first, and under it what was sent. Without a coin only the fiat, without a value only the coin. */
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

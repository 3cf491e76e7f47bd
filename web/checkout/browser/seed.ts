// The data that the server wrote into the page, so that the first drawing needs no further request.
import type { Merchant, Offer, Snapshot } from '../rules/payment-objects.ts';
import type { ServerClock } from '../rules/server-clock.ts';
import type { RelaySettings } from './wallet-connect/relay.ts';

export interface CheckoutSeed extends Snapshot {
  /** The server's time when it wrote this, RFC 3339. */
  readonly now: string;
  readonly app: Merchant;
  readonly offers: readonly Offer[];
  /** The price of one whole fee coin in the invoice's currency, by symbol. For display only. */
  readonly native_prices?: Readonly<Record<string, number>>;
  /** Present if the operator configured WalletConnect. */
  readonly wallet_connect?: RelaySettings;
  /** The origins that may frame this page. */
  readonly embed_origins?: readonly string[];
}

/** Returns the page's seed, or null if it has none. Also sets the clock; the slower the answer, the less exact. */
export function takeSeed(page: Document, clock: ServerClock): CheckoutSeed | null {
  const text = page.getElementById('seed')?.textContent;
  if (!text) return null;
  const seed = JSON.parse(text) as CheckoutSeed;
  const navigation = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
  const arrived = performance.timeOrigin + (navigation?.responseStart ?? performance.now());
  clock.set(Date.parse(seed.now), arrived);
  return seed;
}

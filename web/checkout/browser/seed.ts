// What the server knew when it served the page, written into it: the first picture needs no further request.
import type { Merchant, Offer, Snapshot } from '../rules/payment-objects.ts';
import type { ServerClock } from '../rules/server-clock.ts';
import type { RelaySettings } from './wallet-connect/relay.ts';

export interface CheckoutSeed extends Snapshot {
  /** The server's time when it wrote this, RFC 3339. */
  readonly now: string;
  readonly app: Merchant;
  readonly offers: readonly Offer[];
  /** What one whole coin costs that pays for sending, in the invoice's currency, by symbol; to be shown only. */
  readonly native_prices?: Readonly<Record<string, number>>;
  /** Where the operator has set it up. */
  readonly wallet_connect?: RelaySettings;
  /** Whose pages may hold this one in a frame. */
  readonly embed_origins?: readonly string[];
}

/**
 * Reads the seed, or null where the page carries none. It also sets the clock, less exactly the slower the answer came.
 */
export function takeSeed(page: Document, clock: ServerClock): CheckoutSeed | null {
  const text = page.getElementById('seed')?.textContent;
  if (!text) return null;
  const seed = JSON.parse(text) as CheckoutSeed;
  const navigation = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
  const arrived = performance.timeOrigin + (navigation?.responseStart ?? performance.now());
  clock.set(Date.parse(seed.now), arrived);
  return seed;
}

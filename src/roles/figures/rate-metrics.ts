// Metrics of the rate sources, as seen by this process.
import type { Registry } from 'prom-client';
import type { Instance } from '../../features/instance.ts';
import { type SourceStanding, stateOf, states } from '../../features/known/rates/source-status.ts';
import { gauge } from './figure.ts';

interface RateFigure {
  readonly name: string;
  readonly help: string;
  /** Null if unknown. */
  read(standing: SourceStanding, now: Date): number | null;
}

const figures: readonly RateFigure[] = [
  {
    name: 'age_seconds',
    help: 'Age of its newest price.',
    read: ({ heard }, now) => (heard === null ? null : Math.max(0, (now.getTime() - heard.at.getTime()) / 1000)),
  },
  { name: 'prices', help: 'Pairs in its last answer.', read: ({ heard }) => heard?.priced.length ?? 0 },
  {
    name: 'apart',
    help: 'Pairs in which its price was too far from the others.',
    read: ({ heard }) => heard?.apart.length ?? 0,
  },
  { name: 'doubted', help: 'Pairs in which it was not believed.', read: ({ heard }) => heard?.doubted.length ?? 0 },
];

type Rates = Pick<Instance, 'rates' | 'clock' | 'catalog'>;

export function measureRates(metrics: Registry, { rates, clock, catalog }: Rates): void {
  for (const { name, help, read } of figures)
    gauge(metrics, {
      name: `quittance_rate_source_${name}`,
      help,
      labels: ['source'],
      fill: (set) => {
        for (const standing of rates.standings()) {
          const value = read(standing, clock.now());
          if (value !== null) set({ source: standing.source }, value);
        }
      },
    });
  gauge(metrics, {
    name: 'quittance_rate_source_state',
    help: '1 for its current state, else 0.',
    labels: ['source', 'state'],
    fill: (set) => {
      for (const standing of rates.standings())
        for (const state of states) set({ source: standing.source, state }, state === stateOf(standing) ? 1 : 0);
    },
  });
  gauge(metrics, {
    name: 'quittance_rate_missing',
    help: '1 for a coin in use without a fresh rate in USD, else 0.',
    labels: ['cryptocurrency'],
    fill: (set) => {
      // A process that does not quote asks no source, so it has no rates to report.
      if (rates.standings().length === 0) return;
      const coins = new Set(
        catalog.assets
          .filter(({ network }) => network.followable && !network.hasTestChain)
          .map(({ cryptocurrency }) => cryptocurrency),
      );
      for (const coin of coins) {
        const isMissing = rates.rateFor(coin, 'USD', 'at_par', clock.now()) === null;
        set({ cryptocurrency: coin.symbol }, isMissing ? 1 : 0);
      }
    },
  });
}

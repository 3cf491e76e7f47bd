// What /metrics says of the sources of prices, as this process heard them.
import type { Registry } from 'prom-client';
import type { Instance } from '../../features/instance.ts';
import { type SourceStanding, stateOf, states } from '../../features/rates/source-standing.ts';
import { gauge } from './endpoint-metrics.ts';

interface Figure {
  readonly name: string;
  readonly help: string;
  /** null where it is not known. */
  read(standing: SourceStanding, now: Date): number | null;
}

const figures: readonly Figure[] = [
  {
    name: 'age_seconds',
    help: 'How old its newest price is.',
    read: ({ heard }, now) => (heard === null ? null : Math.max(0, (now.getTime() - heard.at.getTime()) / 1000)),
  },
  { name: 'prices', help: 'Pairs in its last answer.', read: ({ heard }) => heard?.priced.length ?? 0 },
  {
    name: 'apart',
    help: 'Pairs in which it stood apart from the others.',
    read: ({ heard }) => heard?.apart.length ?? 0,
  },
  { name: 'doubted', help: 'Pairs in which it was not believed.', read: ({ heard }) => heard?.doubted.length ?? 0 },
];

export function measureRates(metrics: Registry, { rates, clock }: Pick<Instance, 'rates' | 'clock'>): void {
  for (const { name, help, read } of figures)
    gauge(metrics, `quittance_rate_source_${name}`, help, ['source'], async (set) => {
      for (const standing of rates.standings()) {
        const value = read(standing, clock.now());
        if (value !== null) set({ source: standing.source }, value);
      }
    });
  const help = 'One for the state it is in, else zero.';
  gauge(metrics, 'quittance_rate_source_state', help, ['source', 'state'], async (set) => {
    for (const standing of rates.standings())
      for (const state of states) set({ source: standing.source, state }, state === stateOf(standing) ? 1 : 0);
  });
}

// Metrics of each network in use: how far it was read, and by which process.
import type { Registry } from 'prom-client';
import type { Instance } from '../../features/instance.ts';
import {
  type NetworkStanding,
  networkStandings,
  networkStates,
} from '../../features/operations/operator/networks/network-status.ts';
import { forAnswer, gauge, kept } from './figure.ts';

interface NetworkFigure {
  readonly name: string;
  readonly help: string;
  /** Null if unknown. */
  read(standing: NetworkStanding, now: Date): number | null;
}

const figures: readonly NetworkFigure[] = [
  {
    name: 'scanned_block',
    help: 'The newest block whose transfers are all recorded.',
    read: ({ progress }) => progress.block,
  },
  {
    name: 'head_block',
    help: 'The newest block that an endpoint last reported.',
    read: ({ progress }) => progress.head,
  },
  {
    name: 'lag_seconds',
    help: 'How old the newest recorded block is while there are newer ones; 0 once all are recorded.',
    read: ({ progress }, now) => {
      if (progress.behind === null || progress.blockAt === null) return null;
      return progress.behind === 0 ? 0 : Math.max(0, (now.getTime() - progress.blockAt.getTime()) / 1000);
    },
  },
  {
    name: 'unreached_seconds',
    help: 'How long no endpoint has answered correctly. On an idle network it counts from when a read was due.',
    read: ({ progress, state }, now) =>
      state === 'no_addresses' || progress.answersUntil === null
        ? null
        : Math.max(0, (now.getTime() - progress.answersUntil.getTime()) / 1000),
  },
  {
    name: 'halted',
    help: '1 if it is halted until an operator resumes it.',
    read: ({ progress }) => Number(progress.halted !== null),
  },
  {
    name: 'lease_held',
    help: '1 while a process holds the lease to read it.',
    read: ({ progress }) => Number(progress.isLeased),
  },
  { name: 'calls_per_day', help: 'Calls to all its endpoints, at the present pace.', read: (one) => one.callsPerDay },
  {
    name: 'units_per_day',
    help: 'Cost of these calls in a day, in the units of its price list.',
    read: (one) => one.unitsPerDay,
  },
  {
    name: 'held_payments',
    help: 'Payments that have their confirmations and wait for endpoints to agree.',
    read: (one) => one.heldPayments,
  },
  {
    name: 'disputed',
    help: '1 while endpoints of the network contradict each other.',
    read: ({ dispute }) => Number(dispute !== null),
  },
];

/** Read from the database on each scrape. Omitted while the database is away, and for networks without an endpoint. */
export function measureNetworks(metrics: Registry, instance: Pick<Instance, 'db' | 'catalog' | 'clock'>): void {
  const standings = kept(forAnswer, async () =>
    (await networkStandings(instance)).filter(({ state, network }) => state !== 'not_in_use' && !network.hasTestChain),
  );
  for (const { name, help, read } of figures)
    gauge(metrics, {
      name: `quittance_network_${name}`,
      help,
      labels: ['network'],
      fill: async (set) => {
        for (const standing of (await standings()) ?? []) {
          const value = read(standing, instance.clock.now());
          if (value !== null) set({ network: standing.network.symbol }, value);
        }
      },
    });
  gauge(metrics, {
    name: 'quittance_network_state',
    help: '1 for its current state, else 0.',
    labels: ['network', 'state'],
    fill: async (set) => {
      for (const { network, state } of (await standings()) ?? [])
        for (const each of networkStates) set({ network: network.symbol, state: each }, each === state ? 1 : 0);
    },
  });
}

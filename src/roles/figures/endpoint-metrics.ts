// Metrics of the networks' endpoints, as recorded by the processes that follow the networks.
import type { Registry } from 'prom-client';
import type { Instance } from '../../features/instance.ts';
import { listEndpoints, type RecordedEndpoint } from '../../features/known/networks/endpoint-store.ts';
import { type EndpointState, perDay } from '../../io/chains/endpoint-health.ts';
import { counter, forAnswer, gauge, kept } from './figure.ts';

interface EndpointFigure {
  readonly name: string;
  readonly help: string;
  /** Null if unknown. */
  read(endpoint: RecordedEndpoint): number | null;
}

const gauges: readonly EndpointFigure[] = [
  { name: 'head_block', help: 'The newest block it showed.', read: (one) => one.headNumber },
  {
    name: 'lag_blocks',
    help: 'Blocks behind the best endpoint of its network when they were last compared.',
    read: (one) => one.lagBlocks,
  },
  { name: 'error_ratio', help: 'Share of failed requests, over about the last twenty.', read: (one) => one.errorRate },
  {
    name: 'latency_seconds',
    help: 'Time of an answer, averaged over about the last ten.',
    read: (one) => (one.latencyMs === null ? null : one.latencyMs / 1000),
  },
  {
    name: 'units_per_day',
    help: 'Cost of its calls in a day by the price list of the network, at the present pace.',
    read: (one) => perDay(one.usage.units, one.usage),
  },
  {
    name: 'calls_per_day',
    help: 'Calls in a day, at the pace since this process began to read the network.',
    read: (one) => perDay(one.usage.calls, one.usage),
  },
  { name: 'budget_used_ratio', help: 'Share of its rpc_budget used in this period.', read: (one) => one.budgetUsed },
];

/** Counted since the process that reads the network started. */
const counters: readonly EndpointFigure[] = [
  { name: 'requests_total', help: 'Requests.', read: (one) => one.requests },
  {
    name: 'busy_answers_total',
    help: 'How often it asked to slow down (rate limited).',
    read: (one) => one.busyAnswers,
  },
  {
    name: 'calls_total',
    help: 'Calls in these requests; each call of a batch counts.',
    read: (one) => one.usage.calls,
  },
  {
    name: 'answer_bytes_total',
    help: 'Bytes of answers, as received on the wire.',
    read: (one) => one.usage.answerBytes,
  },
  {
    name: 'units_total',
    help: 'Cost of the calls by the price list of the network.',
    read: (one) => one.usage.units,
  },
];

const states: readonly EndpointState[] = ['healthy', 'deprioritized', 'cooling_down', 'wrong_chain', 'quarantined'];

/** Read from the database on each scrape, once for all metrics. Omitted while the database is away. */
export function measureEndpoints(metrics: Registry, instance: Pick<Instance, 'db' | 'catalog'>): void {
  const symbolOf = (networkId: string) => instance.catalog.networkById(networkId)?.symbol ?? networkId;
  const endpoints = kept(forAnswer, () => listEndpoints(instance.db));
  const labels = ['network', 'endpoint'];
  for (const [make, list] of [
    [gauge, gauges],
    [counter, counters],
  ] as const) {
    for (const { name, help, read } of list)
      make(metrics, {
        name: `quittance_endpoint_${name}`,
        help,
        labels,
        fill: async (set) => {
          for (const one of (await endpoints()) ?? []) {
            const value = read(one);
            if (value !== null) set({ network: symbolOf(one.networkId), endpoint: one.name }, value);
          }
        },
      });
  }
  gauge(metrics, {
    name: 'quittance_endpoint_state',
    help: '1 for its current state, else 0.',
    labels: [...labels, 'state'],
    fill: async (set) => {
      for (const { networkId, name, state } of (await endpoints()) ?? [])
        for (const each of states)
          set({ network: symbolOf(networkId), endpoint: name, state: each }, each === state ? 1 : 0);
    },
  });
}

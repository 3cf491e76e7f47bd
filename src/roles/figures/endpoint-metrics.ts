// What /metrics says of the networks' endpoints, as the processes that follow the networks recorded it.
import { Gauge, type Registry } from 'prom-client';
import type { Instance } from '../../features/instance.ts';
import { listEndpoints, type RecordedEndpoint } from '../../features/networks/endpoint-store.ts';
import { listAgreements, type NetworkAgreement } from '../../features/networks/status-store.ts';
import { type EndpointState, perDay } from '../../io/chains/endpoint-health.ts';

interface EndpointFigure {
  readonly name: string;
  readonly help: string;
  /** Null where it is not known. */
  read(endpoint: RecordedEndpoint): number | null;
}

const figures: readonly EndpointFigure[] = [
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
  { name: 'requests', help: 'Requests since this process began to read the network.', read: (one) => one.requests },
  { name: 'busy_answers', help: 'How often it asked to slow down.', read: (one) => one.busyAnswers },
  { name: 'calls', help: 'Calls in these requests, each of a batch for itself.', read: (one) => one.usage.calls },
  { name: 'answer_bytes', help: 'Bytes of answers, as they came over the wire.', read: (one) => one.usage.answerBytes },
  { name: 'units', help: 'What the calls cost by the price list of the network.', read: (one) => one.usage.units },
  {
    name: 'units_per_day',
    help: 'The same in a day, at the pace since this process began to read the network.',
    read: (one) => perDay(one.usage.units, one.usage),
  },
  {
    name: 'calls_per_day',
    help: 'Calls in a day, at the pace since this process began to read the network.',
    read: (one) => perDay(one.usage.calls, one.usage),
  },
  { name: 'budget_used_ratio', help: 'Share of its rpc_budget used in this period.', read: (one) => one.budgetUsed },
];

const states: readonly EndpointState[] = ['healthy', 'deprioritized', 'cooling_down', 'wrong_chain', 'quarantined'];

/**
 * Read from the database when somebody asks, at most once for one answer; while it is away nothing is told of
 * endpoints.
 */
export function measureEndpoints(metrics: Registry, instance: Pick<Instance, 'db' | 'catalog'>): void {
  const symbolOf = (networkId: string) => instance.catalog.networkById(networkId)?.symbol ?? networkId;
  const known = (list: () => Promise<readonly RecordedEndpoint[]>) => list().catch(() => []);
  const endpoints = shortly(() => known(() => listEndpoints(instance.db)));
  const agreements = shortly(() => listAgreements(instance.db).catch((): NetworkAgreement[] => []));
  for (const { name, help, read } of figures)
    gauge(metrics, `quittance_endpoint_${name}`, help, ['network', 'endpoint'], async (set) => {
      for (const one of await endpoints()) {
        const value = read(one);
        if (value !== null) set({ network: symbolOf(one.networkId), endpoint: one.name }, value);
      }
    });
  const labels = ['network', 'endpoint', 'state'];
  gauge(metrics, 'quittance_endpoint_state', 'One for the state it is in, else zero.', labels, async (set) => {
    for (const { networkId, name, state } of await endpoints())
      for (const each of states)
        set({ network: symbolOf(networkId), endpoint: name, state: each }, each === state ? 1 : 0);
  });
  gauge(metrics, 'quittance_network_held_payments', held, ['network'], async (set) => {
    for (const one of await agreements()) set({ network: symbolOf(one.networkId) }, one.heldPayments);
  });
  gauge(metrics, 'quittance_network_disputed', disputed, ['network'], async (set) => {
    for (const one of await agreements()) set({ network: symbolOf(one.networkId) }, one.dispute === null ? 0 : 1);
  });
}

const held = 'Payments that have their confirmations and wait for endpoints to agree.';
const disputed = 'One while endpoints of the network contradict each other.';

export type Set = (labels: Record<string, string>, value: number) => void;

export function gauge(
  metrics: Registry,
  name: string,
  help: string,
  labelNames: string[],
  fill: (set: Set) => Promise<void>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [metrics],
    async collect() {
      // What is gone must not be told any more.
      this.reset();
      await fill((labels, value) => this.set(labels, value));
    },
  });
}

/** The same answer for all who ask within a second. */
function shortly<T>(read: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  let askedAt = 0;
  return () => {
    const now = performance.now();
    if (asked === null || now - askedAt > 1_000) {
      asked = read();
      askedAt = now;
    }
    return asked;
  };
}

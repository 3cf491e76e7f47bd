// The metrics of a process, and the separate port that serves them if one is configured.
import type { Logger } from 'pino';
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import type { Instance } from '../features/instance.ts';
import type { Environment } from '../io/environment.ts';
import { type ServedThere, serveOperatorPort } from '../io/http/operator-endpoints.ts';
import { measureEndpoints } from './figures/endpoint-metrics.ts';
import { measureHttp } from './figures/http-metrics.ts';
import { measureInstance } from './figures/instance-metrics.ts';
import { measureMoney } from './figures/money-metrics.ts';
import { measureNetworks } from './figures/network-metrics.ts';
import { measureProcess, type OwnProcess } from './figures/process-metrics.ts';
import { measureRates } from './figures/rate-metrics.ts';
import { measureStreams } from './figures/stream-metrics.ts';
import { measureWork } from './figures/work-metrics.ts';
import { listenFault } from './listen-fault.ts';

let kept: Metric[] | null = null;

/** The metrics of Node. They observe the process as long as it runs, so they are made once. */
function defaultMetrics(): readonly Metric[] {
  if (kept !== null) return kept;
  const own = new Registry();
  collectDefaultMetrics({ register: own });
  kept = own.getMetricsAsArray() as unknown as Metric[];
  return kept;
}

/** Every process has the same metric names, regardless of its roles. `own` is called on each scrape. */
export function processMetrics(instance: Instance, own: () => OwnProcess): Registry {
  const metrics = new Registry();
  for (const metric of defaultMetrics()) metrics.registerMetric(metric);
  measureProcess(metrics, instance, own);
  measureHttp(metrics);
  measureStreams(metrics);
  measureNetworks(metrics, instance);
  measureEndpoints(metrics, instance);
  measureMoney(metrics, instance);
  measureWork(metrics, instance);
  measureRates(metrics, instance);
  measureInstance(metrics, instance);
  return metrics;
}

export interface MetricsPort extends Pick<Environment, 'host'> {
  readonly metricsPort: number;
  readonly log: Pick<Logger, 'info'>;
}

/** `current` is called for each request. Throws StartFault if the port is in use. */
export async function startMetrics(
  { host, metricsPort, log }: MetricsPort,
  current: () => ServedThere,
): Promise<{ stop(): Promise<void> }> {
  try {
    const served = await serveOperatorPort({ host, port: metricsPort, current });
    log.info({ port: served.port }, 'metrics are served on a separate port');
    return served;
  } catch (error) {
    throw listenFault(error, 'METRICS_PORT', host, metricsPort);
  }
}

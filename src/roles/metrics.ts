// The metrics of a process, and the separate port that serves them if one is configured.
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Instance } from '../features/instance.ts';
import type { Environment } from '../io/environment.ts';
import { type ProcessHealth, serveOperatorPort } from '../io/http/operator-endpoints.ts';
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

/** Every process has the same metric names, regardless of its roles. `own` is called on each scrape. */
export function processMetrics(instance: Instance, own: () => OwnProcess): Registry {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
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

/** Throws StartFault if the port is in use. */
export async function startMetrics(
  { host, metricsPort }: Pick<Environment, 'host'> & { readonly metricsPort: number },
  instance: Instance,
  { health, own }: { readonly health: ProcessHealth; readonly own: () => OwnProcess },
): Promise<{ stop(): Promise<void> }> {
  try {
    const metrics = processMetrics(instance, own);
    const served = await serveOperatorPort({ host, port: metricsPort, metrics, health });
    instance.log.info({ port: served.port }, 'metrics are served on a separate port');
    return served;
  } catch (error) {
    throw listenFault(error, 'METRICS_PORT', host, metricsPort);
  }
}

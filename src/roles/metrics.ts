// A process's own figures, and the port of their own that they are served on where one is set, whatever its roles.
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Instance } from '../features/instance.ts';
import type { Environment } from '../io/environment.ts';
import { type NotReady, serveOperatorPort } from '../io/http/operator-endpoints.ts';
import { measureEndpoints } from './figures/endpoint-metrics.ts';
import { measureRates } from './figures/rate-metrics.ts';
import { listenFault } from './listen-fault.ts';
import { measureStreams } from './stream-metrics.ts';
import { measureInstance } from './upkeep/instance-metrics.ts';

export function processMetrics(instance: Instance): Registry {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics, prefix: 'quittance_' });
  measureEndpoints(metrics, instance);
  measureInstance(metrics, instance);
  measureStreams(metrics);
  measureRates(metrics, instance);
  return metrics;
}

/** Throws StartFault where the port is taken. */
export async function startMetrics(
  { host, metricsPort }: Pick<Environment, 'host'> & { readonly metricsPort: number },
  instance: Instance,
  notReady: NotReady,
): Promise<{ stop(): Promise<void> }> {
  try {
    const metrics = processMetrics(instance);
    const served = await serveOperatorPort({ host, port: metricsPort, metrics, notReady });
    instance.log.info({ port: served.port }, 'metrics have a port of their own');
    return served;
  } catch (error) {
    throw listenFault(error, 'METRICS_PORT', host, metricsPort);
  }
}

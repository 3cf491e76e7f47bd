// Metrics of requests: response times by operation and status.
import type { Metric, Registry } from 'prom-client';
import { unloggedCalls, unloggedReasons } from '../../features/operations/request-log/unlogged-calls.ts';
import { type Durations, durationBounds, listDurations } from '../../io/http/edge/measure-requests.ts';
import { counter } from './figure.ts';

const name = 'quittance_http_request_duration_seconds';

/**
 * A Prometheus histogram made from buckets that the server counts itself. No registry is needed before the first
 * scrape.
 */
export function measureHttp(metrics: Registry): void {
  const histogram = {
    name,
    help: 'Response times by operation and status; other: no operation of the API. Without streams.',
    type: 'histogram',
    aggregator: 'sum',
    reset: () => undefined,
    get: async () => ({ ...histogram, values: listDurations().flatMap(valuesOf) }),
  };
  metrics.registerMetric(histogram as unknown as Metric);
  counter(metrics, {
    name: 'quittance_request_log_left_out_total',
    help: 'API calls that are not in the request log, by reason: limit of the app, full buffer, failed database.',
    labels: ['reason'],
    fill: (set) => {
      for (const reason of unloggedReasons) set({ reason }, unloggedCalls(reason));
    },
  });
}

/** Buckets are cumulative: each also counts the values of the lower ones. */
function valuesOf({ operation, status, counts, seconds }: Durations) {
  const labels = { operation, status: String(status) };
  let sum = 0;
  const buckets = counts.map((count, at) => {
    sum += count;
    const bound = durationBounds[at];
    return {
      metricName: `${name}_bucket`,
      labels: { ...labels, le: bound === undefined ? '+Inf' : String(bound) },
      value: sum,
    };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: sum },
  ];
}

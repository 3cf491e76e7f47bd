// The tables of metrics, from the registry of /metrics. No values are measured.
import type { Instance } from '../../../src/features/instance.ts';
import { processMetrics } from '../../../src/roles/metrics.ts';
import { code, table } from './table.ts';

interface Measured {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  /** Missing on the histogram of requests, which is not an object of prom-client. */
  readonly labelNames?: readonly string[];
}

/** By prefix of the name, in the order of the document. The last group takes the rest. */
const groups = [
  ['Networks and endpoints', /^quittance_(?:network|endpoint|watcher)_/],
  ['Money', /^quittance_(?:credits|invoices|unmatched|last_credit|law)_?/],
  ['Database and backups', /^quittance_(?:database|backup|pool|data_dir)_/],
  ['Webhooks, mail and recurring work', /^quittance_(?:deliver|webhooks|mails|job)/],
  ['Exchange rates', /^quittance_rate_/],
  ['Processes and requests', /^quittance_/],
] as const;

/** Each process reports its own values, so they must be summed. */
const own =
  /^quittance_(?:build_info|role|http|pool|data_dir|watcher|rate|delivery_attempts|job|request_log|invoice_s)/;

export function metricTables(): string[] {
  const known = registered();
  const left = new Set(known);
  return groups.flatMap(([title, pattern]) => {
    const those = known.filter((one) => left.has(one) && pattern.test(one.name));
    for (const one of those) left.delete(one);
    const rows = those.map(({ name, type, labelNames = ['operation', 'status'], help }) => [
      code(name),
      type,
      labelNames.map(code).join(', '),
      own.test(name) ? 'process' : 'instance',
      help,
    ]);
    return [`### ${title}`, '', ...table(['Metric', 'Type', 'Labels', 'Scope', 'Meaning'], rows), ''];
  });
}

function registered(): Measured[] {
  const metrics = processMetrics(untouched as Instance, () => untouched as never);
  // Fields of prom-client's metrics that its types do not declare.
  const all = metrics.getMetricsAsArray() as unknown as Measured[];
  return all.filter(({ name }) => name.startsWith('quittance_')).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** A placeholder for the instance, which metrics read only when scraped. */
const untouched: unknown = new Proxy(() => undefined, { get: () => untouched, apply: () => untouched });

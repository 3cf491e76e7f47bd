// The tables of metrics, from the registry that /metrics answers with. Nothing is measured.
import type { Instance } from '../../../src/features/instance.ts';
import { processMetrics } from '../../../src/roles/metrics.ts';
import { code, table } from './table.ts';

interface Measured {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  /** Absent from the histogram of requests, which is no object of prom-client's. */
  readonly labelNames?: readonly string[];
}

/** By the beginning of the name, in the order of the document. The last takes what is left. */
const groups = [
  ['Networks and endpoints', /^quittance_(?:network|endpoint|watcher)_/],
  ['Money', /^quittance_(?:credits|invoices|unmatched|last_credit|law)_?/],
  ['Database and backups', /^quittance_(?:database|backup|pool|data_dir)_/],
  ['Webhooks, mail and recurring work', /^quittance_(?:deliver|webhooks|mails|job)/],
  ['Exchange rates', /^quittance_rate_/],
  ['Processes and requests', /^quittance_/],
] as const;

/** Measured by each process for itself: add them up. */
const own =
  /^quittance_(?:build_info|role|http|pool|data_dir|watcher|rate|delivery_attempts|job|invoice_s(?:tream|napshot))/;

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
  // The fields of prom-client's metrics, which its types do not name.
  const all = metrics.getMetricsAsArray() as unknown as Measured[];
  return all.filter(({ name }) => name.startsWith('quittance_')).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Stands for the instance: metrics read it only when somebody asks for them. */
const untouched: unknown = new Proxy(() => undefined, { get: () => untouched, apply: () => untouched });

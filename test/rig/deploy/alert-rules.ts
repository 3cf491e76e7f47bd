// Reads the metrics that the alert rules and the dashboard use from their files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../house/source-tree.ts';

export const rulesFile = join(projectRoot, 'deploy/prometheus/alerts.yaml');

export interface AlertRule {
  readonly name: string;
  readonly expr: string;
  readonly runbook: string;
}

export function alertRules(): AlertRule[] {
  const [, ...blocks] = readFileSync(rulesFile, 'utf8').split(/^ {6}- alert: /m);
  return blocks.map((block) => ({
    name: block.slice(0, block.indexOf('\n')),
    expr: (/expr: >-\n((?: {10}.*\n)+)/.exec(block)?.[1] ?? '').replaceAll(/\s+/g, ' ').trim(),
    runbook: /runbook_url: (\S+)/.exec(block)?.[1] ?? '',
  }));
}

/** Every expression of every panel of the dashboard. */
export function boardExpressions(): string[] {
  const board = JSON.parse(readFileSync(join(projectRoot, 'deploy/grafana/quittance.json'), 'utf8')) as Board;
  return board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

interface Board {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

/** The metrics in an expression, except `up` and ALERTS, which Prometheus itself provides. */
export function metricsIn(expr: string): string[] {
  return [...new Set(expr.match(/\b(?:quittance|process|nodejs)_\w+/g) ?? [])];
}

/** Every metric name in a response of /metrics, including the suffixes of histograms. */
export function metricsServed(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    names.add(name);
    if (type === 'histogram') for (const ending of ['bucket', 'sum', 'count']) names.add(`${name}_${ending}`);
  }
  return names;
}

// Runs promtool to check and test Prometheus rules.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPromtool, promtoolRemedy } from '../run/parts/install-promtool.ts';

export interface AlertCase {
  readonly alert: string;
  /** By series, its values at each minute, in promtool's notation. */
  readonly series: Readonly<Record<string, string>>;
  /** The time of evaluation, such as `10m`. */
  readonly at: string;
  /** The number of alerts of that name that fire then. */
  readonly firing: number;
}

/** Returns the output of `promtool check rules`. Throws with the output if the check fails. */
export function checkRules(file: string): string {
  return run(['check', 'rules', file]);
}

/** Throws with promtool's output if a case fails. */
export function testRules(file: string, cases: readonly AlertCase[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-promtool-'));
  try {
    const path = join(folder, 'cases.json');
    // JSON is valid YAML.
    writeFileSync(path, JSON.stringify({ rule_files: [file], evaluation_interval: '1m', tests: cases.map(testOf) }));
    run(['test', 'rules', path]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function testOf({ alert, series, at, firing }: AlertCase) {
  const expr = `count(ALERTS{alertname="${alert}",alertstate="firing"})`;
  const samples = firing === 0 ? [] : [{ labels: '{}', value: firing }];
  return {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [{ expr, eval_time: at, exp_samples: samples }],
  };
}

function run(args: readonly string[]): string {
  const path = findPromtool();
  if (path === null) throw new Error(`There is no promtool: ${promtoolRemedy}.`);
  const { status, stdout, stderr } = spawnSync(path, args, { encoding: 'utf8', timeout: 120_000 });
  if (status !== 0) throw new Error(`promtool ${args[0]} ${args[1]}: ${stdout}${stderr}`);
  return stdout;
}

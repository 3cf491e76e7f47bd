// Runs promtool, which knows rules of Prometheus better than we do.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPromtool, promtoolRemedy } from '../run/parts/install-promtool.ts';

export interface AlertCase {
  readonly alert: string;
  /** By series, its values at each minute, in promtool's notation. */
  readonly series: Readonly<Record<string, string>>;
  /** When it is looked at, as `10m`. */
  readonly at: string;
  /** How many alerts of that name fire then. */
  readonly firing: number;
}

/** What `promtool check rules` says of the file. Throws with it where that is not good. */
export function checkRules(file: string): string {
  return run(['check', 'rules', file]);
}

/** Throws with what promtool says where one of the cases is not as it says. */
export function testRules(file: string, cases: readonly AlertCase[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-promtool-'));
  try {
    const path = join(folder, 'cases.json');
    // JSON is YAML, too.
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

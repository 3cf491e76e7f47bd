// Runs test files repeatedly, each time with a new seed, and prints the seed that failed.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { projectRoot } from '../test/rig/house/source-tree.ts';

export interface Repeated {
  /** Test files. */
  readonly files: readonly string[];
  /** The variable that passes the seed to them. */
  readonly seed: string;
  readonly usage: string;
  /** Further variables by option, with their defaults. */
  readonly more?: Readonly<Record<string, { readonly variable: string; readonly usual: string }>>;
}

/** Ends the process, with 1 at the first failed round. */
export async function again({ files, seed: seedVariable, usage, more = {} }: Repeated): Promise<never> {
  const texts = Object.fromEntries(Object.keys(more).map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({
    options: { rounds: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' }, ...texts },
  });
  const [rounds, first] = [Number(values.rounds ?? '10'), Number(values.seed ?? randomInt(1_000_000))];
  if (values.help === true || !(rounds > 0) || !Number.isInteger(first)) {
    console.error(usage);
    process.exit(values.help === true ? 0 : 2);
  }
  const given = values as Readonly<Record<string, string | boolean | undefined>>;
  const env = Object.fromEntries(
    Object.entries(more).map(([name, { variable, usual }]) => [variable, String(given[name] ?? usual)]),
  );
  for (let round = 0; round < rounds; round += 1) {
    const seed = first + round;
    console.log(`round ${round + 1} of ${rounds}: --seed ${seed}`);
    const child = spawn(process.execPath, ['test/run.ts', ...files], {
      cwd: projectRoot,
      env: { ...process.env, ...env, [seedVariable]: String(seed) },
      stdio: 'inherit',
    });
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    if (code === 0) continue;
    console.error(`it failed; to repeat it: --rounds 1 --seed ${seed}`);
    process.exit(1);
  }
  console.log(`${rounds} rounds, failed 0`);
  process.exit(0);
}

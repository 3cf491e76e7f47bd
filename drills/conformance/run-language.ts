// Runs the checks of one client, and all cases through its driver.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import type { Case } from './case.ts';
import { Driver } from './driver.ts';
import { exampleLines, type Language } from './languages.ts';
import { type Background, Stage } from './stage.ts';

export interface Outcome {
  /** The ids of cases. */
  readonly passed: readonly string[];
  /** The ids of cases, and the names of checks. */
  readonly failed: readonly string[];
}

/** Debian packages that are missing. */
export function missingPackages({ tools }: Language): string[] {
  return tools
    .filter(({ command: [program = '', ...args] }) => spawnSync(program, args, { stdio: 'ignore' }).status !== 0)
    .map(({ debianPackage }) => debianPackage);
}

/** Prints a line for each check. Returns the names of failed ones. */
export async function runChecks({ checks, folder }: Language): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, command } of checks) {
    const { code, output } = await run(command, folder);
    report(code === 0, name, output);
    if (code !== 0) failed.push(name);
  }
  return failed;
}

/** Runs the example program against the service, and prints a line. Returns whether its output was right. */
export async function runExample({ example, folder }: Language, background: Background): Promise<boolean> {
  if (example === undefined) return true;
  const { app } = await background.newMerchant();
  const more = { QUITTANCE_URL: background.service.url, QUITTANCE_TOKEN: app.token as string };
  const { code, output } = await run(example, folder, more);
  const lines = output.trim().split('\n');
  const isRight =
    code === 0 && lines.length === exampleLines.length && exampleLines.every((one, at) => one.test(lines[at] ?? ''));
  report(isRight, 'example', output);
  return isRight;
}

/** Prints a line for each case. */
export async function runCases(language: Language, cases: readonly Case[], background: Background): Promise<Outcome> {
  const merchant = await background.newMerchant();
  const [passed, failed]: [string[], string[]] = [[], []];
  let driver: Driver | null = null;
  for (const one of cases) {
    driver ??= new Driver(language.driver, join(projectRoot, language.folder));
    try {
      const stage = new Stage(background, merchant, driver);
      await stage.client();
      await one.run(stage);
      passed.push(one.id);
      report(true, `${one.id}: ${one.rule}`);
    } catch (error) {
      failed.push(one.id);
      report(false, `${one.id}: ${one.rule}`, error instanceof Error ? (error.stack ?? error.message) : String(error));
      // A driver that ended, or is out of step, must not fail the next case.
      await driver.stop();
      driver = null;
    }
  }
  await driver?.stop();
  return { passed, failed };
}

/** The service runs in this process, so nothing here may block. */
function run(
  [program = '', ...args]: readonly string[],
  folder: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: join(projectRoot, folder),
      env: { ...process.env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += String(piece)));
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

function report(isPassed: boolean, text: string, details = ''): void {
  console.log(`  ${isPassed ? '✔' : '✖'} ${text}`);
  if (!isPassed) console.log(details.trimEnd().replaceAll(/^/gm, '      '));
}

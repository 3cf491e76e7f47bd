// Runs the operator's command line for tests, in the test's process or as a separate process.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { builtFile } from '../../../src/built/built-file.js';
import type { Terminal } from '../../../src/cli/terminal.ts';
import { projectRoot } from '../house/source-tree.ts';
import { type CommandResult, resultOf } from '../run/child-output.ts';
import { count } from '../run/costs/costs.ts';
import { npmScript } from '../run/npm-script.ts';
import type { ServiceProcess } from '../service.ts';

/** A service's API, and the environment with which the command line reaches the service. */
export type Reachable = Pick<ServiceProcess, 'apiUrl' | 'env'> &
  Partial<Pick<ServiceProcess, 'root'>> & {
    /** The command line that belongs to the service, if it does not run from these sources. */
    readonly commandLine?: CommandLine;
  };

/** Runs one command of the operator's command line, with `input` on its standard input. */
export type CommandLine = (args: readonly string[], input: string) => Promise<CommandResult>;

export type HasCommandLine = Pick<Reachable, 'env' | 'root' | 'commandLine'>;

/** Runs the operator's command line against this service's database. */
export function quittance(service: HasCommandLine, args: readonly string[], input = ''): Promise<CommandResult> {
  if (service.commandLine !== undefined) return service.commandLine(args, input);
  // An embedded database or a shifted clock belongs to a process.
  const isShareable = service.env.DATABASE_URL !== undefined && isOnTime(service.env.WRONG_CLOCK_FILE);
  const isOurs = service.root === undefined || service.root === projectRoot;
  return isShareable && isOurs ? runInProcess(service, args, input) : quittanceProcess(service, args, input);
}

/** The same in a separate process, for tests of that process. */
export function quittanceProcess(service: HasCommandLine, args: readonly string[], input = ''): Promise<CommandResult> {
  return resultOf(startQuittance(service, args), input);
}

/** Starts the operator's command line as a process, for tests that kill it. */
export function startQuittance(service: HasCommandLine, args: readonly string[]): ChildProcessWithoutNullStreams {
  count('command line');
  const cwd = service.root ?? projectRoot;
  const script = npmScript(cwd, 'quittance');
  return spawn(process.execPath, [...script.args, ...args], { cwd, env: { ...service.env, ...script.env } });
}

function isOnTime(clockFile: string | undefined): boolean {
  return clockFile === undefined || Number(readFileSync(clockFile, 'utf8')) === 0;
}

async function runInProcess(service: HasCommandLine, args: readonly string[], input: string): Promise<CommandResult> {
  const [output, errors] = [collected(), collected()];
  const run = await runBuilt();
  const code = await run(args, {
    variables: { ...service.env },
    input: Readable.from([Buffer.from(input)]),
    output: output.stream,
    errors: errors.stream,
  });
  return { code, stdout: output.text(), stderr: errors.text() };
}

function collected(): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}

type Run = (words: readonly string[], terminal: Terminal) => Promise<number>;

let loading: Promise<Run> | null = null;

/** The built command line, as the process would run it. */
function runBuilt(): Promise<Run> {
  loading ??= import(builtFile('command-line') ?? '../../../src/cli/command-line.ts').then(
    ({ runCommandLine }) => runCommandLine as Run,
  );
  return loading;
}

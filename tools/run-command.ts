// Runs a program for a tool and returns its output.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Written to its standard input. */
  readonly input?: string;
  /** Also copies its output to our standard error. */
  readonly aloud?: boolean;
  readonly timeoutMillis?: number;
}

/** Returns its standard output. If the exit code is not 0, throws with the end of the output. */
export function runCommand(program: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const { cwd, env, input, aloud = false, timeoutMillis: timeout } = options;
    const child = spawn(program, args, {
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env }),
      ...(timeout === undefined ? {} : { timeout }),
    });
    const out: Buffer[] = [];
    const all: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => {
      out.push(piece);
      all.push(piece);
      if (aloud) process.stderr.write(piece);
    });
    child.stderr.on('data', (piece: Buffer) => {
      all.push(piece);
      if (aloud) process.stderr.write(piece);
    });
    child.once('error', (error) => reject(new Error(`${program} cannot be run: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(Buffer.concat(out).toString('utf8'));
      const said = Buffer.concat(all).toString('utf8').trim().split('\n').slice(-20).join('\n');
      reject(new Error(`${program} ${args[0] ?? ''} ended with ${code ?? signal}:\n${said}`));
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  });
}

/** Whether the program exists and exits with 0. */
export async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return runCommand(program, args, { timeoutMillis: 20_000 }).then(
    () => true,
    () => false,
  );
}

/** Writes the program's output to `file`. Throws if the exit code is not 0. */
export async function runInto(file: string, program: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  await pipeline(child.stdout, createWriteStream(file));
  const code = await ended;
  if (code !== 0) throw new Error(`${program} ${args[0] ?? ''} ended with ${code}`);
}

// Runs the demo's service from the installed package.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../src/built/built-file.js';
import type { CommandResult } from '../../test/rig/service/command-line.ts';
import { type ServiceRunner, startServiceProcess } from '../service/service-process.ts';

/** Bundled into the same folder as this file. */
const program = join(import.meta.dirname, 'demo-service.js');

export const packedService: ServiceRunner = {
  prepare: async () => undefined,
  start: (env, folder) => ({
    ...startServiceProcess(program, env, folder),
    commandLine: (args, input) => runCommandLine(env, args, input),
  }),
  about: 'with its own PostgreSQL',
};

function runCommandLine(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input: string,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'bin/quittance'), ...args], { env });
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout: stdout(), stderr: stderr() }));
    // A command that reads no input may end before it arrives.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

// `npm run check`: all checks of the code that do not run the service.
import { spawn } from 'node:child_process';
import { projectRoot } from './rig/house/source-tree.ts';

interface Check {
  readonly name: string;
  readonly command: readonly string[];
  /** Whether its output is printed on success too. */
  readonly tells?: true;
}

const checks: readonly Check[] = [
  { name: 'lint and format', command: ['node_modules/.bin/biome', 'check', '--error-on-warnings'] },
  { name: 'types of the server', command: ['node_modules/.bin/tsc', '--noEmit'] },
  { name: 'types of the pages', command: ['node_modules/.bin/tsc', '--noEmit', '-p', 'web'] },
  { name: 'types of the console', command: ['node_modules/.bin/tsc', '--noEmit', '-p', 'web/console'] },
  { name: 'types of the client', command: ['node_modules/.bin/tsc', '--noEmit', '-p', 'sdk/typescript'] },
  { name: 'types of the examples', command: ['node_modules/.bin/tsc', '--noEmit', '-p', 'examples'] },
  { name: 'house style', command: [process.execPath, '--test', 'test/tidy.test.ts'] },
  { name: 'plain English', command: [process.execPath, 'test/prose.ts'], tells: true },
  { name: 'figures of the house', command: [process.execPath, 'test/figures.ts'], tells: true },
];

/** All checks run even if one fails, so that one run shows every fault. */
const failed: string[] = [];
for (const { name, command, tells } of checks) {
  const { passed, output } = await runCheck(command);
  process.stdout.write(`${passed ? '✔' : '✖'} ${name}\n`);
  if (!passed) failed.push(name);
  if (!passed || tells) process.stdout.write(`${output}\n`);
}
if (failed.length > 0) {
  process.stdout.write(`\nNot clean: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

function runCheck(command: readonly string[]): Promise<{ passed: boolean; output: string }> {
  return new Promise((resolve) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] });
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr.on('data', (piece: Buffer) => pieces.push(piece));
    child.once('error', (error) => resolve({ passed: false, output: error.message }));
    child.once('close', (code) => resolve({ passed: code === 0, output: Buffer.concat(pieces).toString('utf8') }));
  });
}

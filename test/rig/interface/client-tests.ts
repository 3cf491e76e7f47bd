// Runs unit tests and checks of clients in other languages, which need no service.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../house/source-tree.ts';

/** Returns the output of both streams. Rejects if a test fails. */
export async function clientTests(folder: string, [program = '', ...args]: readonly string[]): Promise<string> {
  // Go keeps compiled packages below HOME.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd: join(projectRoot, folder), env });
  return stdout + stderr;
}

// What an image is built from: one commit, and nothing that is not in it.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { runCommand } from '../run-command.ts';

export interface Source {
  /** Of package.json. */
  readonly version: string;
  /** The commit's hash; 'unknown' outside of git. */
  readonly revision: string;
  /** When it was committed, in seconds since 1970: the time that everything built of it bears. */
  readonly epoch: number;
  /** The folder to build in. */
  readonly folder: string;
}

/**
 * Lays the commit out below `scratch`. In an unpacked release archive, which is no clone, it is the project's own
 * folder.
 */
export async function takeSource(scratch: string, say: (line: string) => void): Promise<Source> {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  if (!existsSync(join(projectRoot, '.git'))) {
    const epoch = Number(process.env.SOURCE_DATE_EPOCH ?? 0);
    return { version, revision: 'unknown', epoch, folder: projectRoot };
  }
  const git = (...args: string[]) => runCommand('git', ['-C', projectRoot, ...args]).then((text) => text.trim());
  const revision = await git('rev-parse', 'HEAD');
  const epoch = Number(await git('log', '-1', '--format=%ct', revision));
  if ((await git('status', '--porcelain')) !== '')
    say('What is not committed is not in the image: it is built from the last commit.');
  const folder = join(scratch, 'source');
  mkdirSync(folder, { recursive: true });
  const tar = join(scratch, 'source.tar');
  await git('archive', '--format=tar', `--output=${tar}`, revision);
  await runCommand('tar', ['-x', '-C', folder, '-f', tar]);
  return { version, revision, epoch, folder };
}

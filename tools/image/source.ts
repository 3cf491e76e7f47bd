// The sources of an image: exactly one commit.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { runCommand } from '../run-command.ts';

export interface Source {
  /** The version in package.json. */
  readonly version: string;
  /** The commit's hash; 'unknown' outside of git. */
  readonly revision: string;
  /** The time of the commit in seconds since 1970. All built files get this time. */
  readonly epoch: number;
  /** The folder to build in. */
  readonly folder: string;
}

/**
 * Checks out the commit below `scratch`. In an unpacked release archive without git, the project's own folder is used.
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
    say('The image is built from the last commit, without uncommitted changes.');
  const folder = join(scratch, 'source');
  mkdirSync(folder, { recursive: true });
  const tar = join(scratch, 'source.tar');
  await git('archive', '--format=tar', `--output=${tar}`, revision);
  await runCommand('tar', ['-x', '-C', folder, '-f', tar]);
  return { version, revision, epoch, folder };
}

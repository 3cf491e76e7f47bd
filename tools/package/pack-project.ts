// Makes the npm package from a copy of this checkout. `npm pack` replaces package.json for a moment, which other
// commands of the checkout must not see.
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../../src/built/built-file.js';
import { builtFolders } from '../../web/build-pages.ts';
import { runCommand } from '../run-command.ts';
import { userEnvironment } from './user-environment.ts';

const npmMillis = 15 * 60_000;

/** Packs the current files, committed or not, and returns the path of the archive. `folder` must be empty. */
export async function packProject(folder: string): Promise<string> {
  const project = join(folder, 'project');
  const listed = await runCommand('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  // A deleted file is listed until the deletion is committed.
  for (const path of listed.split('\0').filter((name) => name !== '' && existsSync(join(root, name))))
    cpSync(join(root, path), join(project, path), { verbatimSymlinks: true });
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  for (const built of Object.values(await builtFolders())) {
    if (existsSync(built)) cpSync(built, join(project, relative(root, built)), { recursive: true });
  }
  mkdirSync(join(project, 'dist'), { recursive: true });
  const options = { cwd: project, env: userEnvironment(), timeoutMillis: npmMillis };
  const printed = await runCommand('npm', ['pack', '--pack-destination', dirname(project), '--json'], options);
  return join(folder, archiveIn(printed));
}

/** Installs the packed archive in `folder`, which must be empty, as a user does. */
export async function installArchive(archive: string, folder: string): Promise<void> {
  await runCommand('npm', ['install', '--no-audit', '--no-fund', archive], {
    cwd: folder,
    env: userEnvironment(),
    timeoutMillis: npmMillis,
  });
}

/** The scripts of the package print to the same output. */
function archiveIn(printed: string): string {
  const name = /"filename": "([^"]+)"/.exec(printed)?.[1];
  if (name === undefined) throw new Error(`npm pack named no archive:\n${printed}`);
  return name;
}

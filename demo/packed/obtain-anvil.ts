// Installs anvil, the node of the demo's chain, at the first demo of an installed package. The package itself does not
// depend on it, because a service never needs it.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { userEnvironment } from '../../tools/package/user-environment.ts';
import { runCommand, succeeds } from '../../tools/run-command.ts';
import type { Narrator } from '../narrator.ts';

const version = '1.7.1';
/** The SHA-512 of the npm package for each platform. npm rejects a package with another hash. */
const integrity: Readonly<Record<string, string>> = {
  'linux-amd64': 'sha512-+XmShybEaxfCrr0OUUZwYEy2OnYZt5pHH9TzBtLv3+VrK0O/ANuNSVEahqNhKHlgX7GRJ59383ofNhxkRWIYTg==',
  'linux-arm64': 'sha512-ykHJmFOGdBR8+9smOKBm9ZZDCCCkLQctiHOAddLvmYx9mPeBDMfq6jP51hKYsO5MG8ClPLSlWe+JpiXPjoXgBQ==',
};
const installMillis = 5 * 60_000;

/** Puts anvil on this process's PATH: an installed one, or one that npm downloads. Throws Error if neither works. */
export async function obtainAnvil(tell: Narrator): Promise<void> {
  if (await succeeds('anvil', ['--version'])) return;
  const folder = join(cacheFolder(), `anvil-${version}`);
  if (!existsSync(folder)) {
    const install = () => installInto(folder);
    await tell.step('downloading the node of the local chain', install, { patienceMillis: installMillis });
    tell.happened('anvil installed', `${folder}, once for all demos`);
  }
  process.env.PATH = `${folder}${delimiter}${process.env.PATH ?? ''}`;
}

/** As the XDG Base Directory Specification says, or a temporary folder for a user without a writable home. */
function cacheFolder(): string {
  const places = [process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), tmpdir()];
  for (const place of places) {
    const folder = join(place, 'quittance');
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return folder;
    } catch {
      // The next place is tried.
    }
  }
  throw new Error(`No folder for the node of the local chain: neither ${places.join(' nor ')} is writable.`);
}

async function installInto(folder: string): Promise<void> {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const expected = integrity[platform];
  if (expected === undefined)
    throw new Error(`The demo has no chain for ${platform}. Install Foundry, so that anvil is on the PATH.`);
  const name = `@foundry-rs/anvil-${platform}`;
  const scratch = mkdtempSync(`${folder}-`);
  try {
    writeManifests(scratch, name, expected);
    await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: scratch,
      env: userEnvironment(),
      timeoutMillis: installMillis,
    });
    renameSync(join(scratch, 'node_modules', name, 'bin'), folder);
  } catch (error) {
    // Another demo may have been faster.
    if (existsSync(folder)) return;
    const reason = (error as Error).message;
    throw new Error(`anvil, the chain's node, could not be installed. Put an anvil of Foundry on the PATH.\n${reason}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function writeManifests(folder: string, name: string, expected: string): void {
  const dependencies = { [name]: version };
  const manifest = { name: 'anvil-of-the-demo', version: '1.0.0', private: true, dependencies };
  const packages = { '': manifest, [`node_modules/${name}`]: { version, integrity: expected } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
}

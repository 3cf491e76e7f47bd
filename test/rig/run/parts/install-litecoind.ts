// Makes sure that a litecoind exists before the tests need one: an installed one, or Debian's through apt.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { lastingFolder } from '../scratch-space.ts';
import { installPackage, isDebianFamily, isRoot, type Say, unpackPackage } from './apt.ts';

/** A litecoind and the environment variables that it needs. */
export interface LitecoindProgram {
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Explains why no litecoind is available, and how to install one. */
export const litecoindRemedy =
  'install it (Debian: apt-get install litecoind), or name one in the environment variable LITECOIND';

let found: LitecoindProgram | null = null;

/** $LITECOIND, the one on the PATH, or one that was unpacked earlier; null if none of them starts. */
export function findLitecoind(): LitecoindProgram | null {
  found ??= candidates().find(runs) ?? null;
  return found;
}

/** A litecoind that starts, installed if possible; null if none is available. */
export async function installLitecoind(say: Say): Promise<LitecoindProgram | null> {
  const there = findLitecoind();
  if (there !== null || process.env.LITECOIND !== undefined || !isDebianFamily()) return there;
  say("No litecoind here: fetching Debian's with apt-get (this happens once).");
  const fetched = isRoot() ? await installPackage('litecoind', say) : await unpackPackage('litecoind', unpacked, say);
  if (!fetched) say('apt-get could not fetch it.');
  return findLitecoind();
}

const unpacked = join(lastingFolder, `quittance-litecoind-${userInfo().uid}`, 'root');

function candidates(): LitecoindProgram[] {
  const named = process.env.LITECOIND;
  if (named !== undefined) return [{ path: named, environment: {} }];
  // Debian's usr/bin only has a script, which writes into the home folder before it starts the program itself.
  const program = 'usr/lib/litecoin/litecoind';
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const own = [`/${program}`, ...folders.map((folder) => join(folder, 'litecoind'))];
  return [
    ...own.map((path) => ({ path, environment: {} })),
    { path: join(unpacked, program), environment: { LD_LIBRARY_PATH: libraries() } },
  ];
}

/** The library folders of an unpacked package: usr/lib and its subfolder for the architecture. */
function libraries(): string {
  const folder = join(unpacked, 'usr/lib');
  if (!existsSync(folder)) return '';
  const within = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...within.map((entry) => join(folder, entry.name))].join(delimiter);
}

/** Starts the program, since an unpacked file may lack a library. */
function runs({ path, environment }: LitecoindProgram): boolean {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  const env = { ...process.env, ...environment };
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 60_000, env }).status === 0;
}

// Makes sure that a promtool exists before the tests need one: an installed one, or Debian's. The package is only
// unpacked, because its installation would start a monitoring service.
import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { lastingFolder } from '../scratch-space.ts';
import { isDebianFamily, type Say, unpackPackage } from './apt.ts';

/** Explains why no promtool is available, and how to install one. */
export const promtoolRemedy =
  'install it (Debian: apt-get install prometheus), or name one in the environment variable PROMTOOL';

const unpacked = join(lastingFolder, `quittance-promtool-${userInfo().uid}`, 'root');

let found: string | null = null;

/** $PROMTOOL, the one on the PATH, or one that was unpacked earlier; null if none of them starts. */
export function findPromtool(): string | null {
  const { PROMTOOL: named } = process.env;
  const candidates = named === undefined ? ['promtool', join(unpacked, 'usr/bin/promtool')] : [named];
  found ??= candidates.find(runs) ?? null;
  return found;
}

/** A promtool that starts; null if none is available. */
export async function installPromtool(say: Say): Promise<string | null> {
  const there = findPromtool();
  if (there !== null || process.env.PROMTOOL !== undefined || !isDebianFamily()) return there;
  say("No promtool here: fetching Debian's with apt-get (this happens once).");
  if (!(await unpackPackage('prometheus', unpacked, say))) say('apt-get could not fetch it.');
  return findPromtool();
}

function runs(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0;
}

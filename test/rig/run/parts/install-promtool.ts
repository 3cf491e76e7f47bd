// Sees to it that a promtool is there before the tests need one: the machine's own, or Debian's by apt, unpacked and
// not installed, since its package would start a monitoring of its own.
import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { lastingFolder } from '../scratch-space.ts';
import { isDebianFamily, type Say, unpackPackage } from './apt.ts';

/** Why a machine has no promtool, and how it gets one. */
export const promtoolRemedy =
  'install it (Debian: apt-get install prometheus), or name one in the environment variable PROMTOOL';

const unpacked = join(lastingFolder, `quittance-promtool-${userInfo().uid}`, 'root');

let found: string | null = null;

/** $PROMTOOL, the one on the PATH, or the one that was unpacked before; null where none of them runs. */
export function findPromtool(): string | null {
  const { PROMTOOL: named } = process.env;
  const candidates = named === undefined ? ['promtool', join(unpacked, 'usr/bin/promtool')] : [named];
  found ??= candidates.find(runs) ?? null;
  return found;
}

/** One that really runs; null with none to be had. */
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

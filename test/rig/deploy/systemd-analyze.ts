// Runs systemd-analyze to check units, and installs it from Debian's package if it is missing.
import { spawnSync } from 'node:child_process';
import { installPackage, isDebianFamily, isRoot, type Say } from '../run/parts/apt.ts';

export const systemdRemedy = 'install systemd, for its systemd-analyze: on Debian, apt-get install systemd';

/** Installs it if permitted. Returns whether it is available. */
export async function installSystemdAnalyze(say: Say): Promise<boolean> {
  if (systemdAnalyze(['--version']).status === 0) return true;
  if (!isRoot() || !isDebianFamily()) return false;
  return (await installPackage('systemd', say)) && systemdAnalyze(['--version']).status === 0;
}

/** Returns the exit status and all output. */
export function systemdAnalyze(args: readonly string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  return { status, text: `${stdout ?? ''}${stderr ?? ''}` };
}

// A root file system to install packages in: Debian from its own archive, or a disposable layer over this machine's.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../test/rig/client.ts';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { installPackage } from '../../test/rig/run/parts/apt.ts';
import { runCommand, succeeds } from '../run-command.ts';

const release = 'bookworm';

export interface CleanRoot {
  /** The folder that is `/` inside, as processes outside see it through /proc. */
  readonly outside: string;
  /** Runs a program inside as root. Returns its output. Throws if it fails. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  /** Starts a program inside, as this user of the root. */
  start(user: string, env: Readonly<Record<string, string>>, command: readonly string[]): ChildProcess;
  close(): void;
}

/** Debian without anything that its minimal variant lacks. Made once, in node_modules/.cache. Needs root. */
export async function debianRoot(say: (line: string) => void): Promise<string> {
  const made = join(projectRoot, 'node_modules/.cache/deb-root');
  if (existsSync(made)) return made;
  if (!(await succeeds('debootstrap', ['--version'])) && !(await installPackage('debootstrap', say)))
    throw new Error('debootstrap is missing: apt-get install debootstrap');
  say('Creating a Debian root from Debian’s archive, once for this machine.');
  const draft = `${made}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await runCommand('debootstrap', ['--variant=minbase', '--include=adduser', release, draft]);
  renameSync(draft, made);
  return made;
}

/**
 * Opens a root with the files of `lower`. Changes are kept in `folder` and are not written to `lower`. The mounts exist
 * only for processes of this root, and end with `close`.
 */
export async function openRoot(lower: string, folder: string): Promise<CleanRoot> {
  for (const name of ['upper', 'work', 'root']) mkdirSync(join(folder, name), { recursive: true });
  const holder = spawn('unshare', ['--mount', '--propagation', 'private', '/bin/sh', '-euc', mounts, 'sh', lower], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  holder.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await until(() => said.includes('ready') || holder.exitCode !== null, 'the root to be mounted');
  if (holder.exitCode !== null) throw new Error(`The root cannot be mounted (${holder.exitCode}).`);
  const root = join(folder, 'root');
  const inside = ['--target', String(holder.pid), '--mount', '--'];
  const cleanEnvironment = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'C.UTF-8',
    DEBIAN_FRONTEND: 'noninteractive',
  };
  const chroot = ['/usr/sbin/chroot', root];
  return {
    outside: `/proc/${holder.pid}/root${root}`,
    run: (program, ...args) =>
      runCommand('nsenter', [...inside, ...chroot, program, ...args], { env: cleanEnvironment }),
    start: (user, env, command) =>
      spawn('nsenter', [...inside, '/usr/sbin/chroot', `--userspec=${user}:${user}`, root, ...command], {
        env: { ...cleanEnvironment, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    close: () => void holder.stdin.end(),
  };
}

/** Runs in the folder with upper, work and root; $1 is the lower one. Ends when its input ends. */
const mounts = `
  mount -t overlay -o "lowerdir=$1,upperdir=upper,workdir=work" overlay root
  mount --rbind /proc root/proc
  mount --rbind /dev root/dev
  mount -t tmpfs tmpfs root/run
  mount -t tmpfs -o mode=1777 tmpfs root/tmp
  echo ready
  exec cat
`;

// Runs an unpacked image like a container engine, on machines without one: read-only root, a separate user without
// capabilities, separate processes and mounts. It shares this machine's network.
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../test/rig/client.ts';
import { type CommandResult, resultOf } from '../../test/rig/run/child-output.ts';
import type { UnpackedImage } from './image-archive.ts';

export interface ContainedRun {
  readonly image: UnpackedImage;
  /** Overrides variables of the image. */
  readonly env: Readonly<Record<string, string>>;
  /** Mounted as /data; created if missing. */
  readonly dataFolder: string;
  /** Mounted as /etc/quittance/quittance.json. */
  readonly configFile: string;
  readonly logFile: string;
}

export interface Contained {
  /** Rejects if the container ends before `stop`. */
  readonly failure: Promise<never>;
  /** Like `docker exec`: runs a program inside as the image's user. */
  exec(args: readonly string[], input?: string): Promise<CommandResult>;
  /** Sends SIGTERM to the first process. Returns its exit code or signal. */
  stop(): Promise<number | string>;
}

const stopMillis = 30_000;

/** Needs root, and `unshare`, `setpriv` and `nsenter` of util-linux. */
export function startContained(run: ContainedRun): Contained {
  const { image, dataFolder, logFile } = run;
  const [user, group] = (image.config.User ?? '').split(':').map(Number) as [number, number];
  mkdirSync(dataFolder, { recursive: true });
  chownSync(dataFolder, user, group);
  makePlaces(image.root);
  const env = { ...imageEnvironment(image), ...run.env };
  const log = openSync(logFile, 'a');
  const own = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child', '--propagation', 'private'];
  const command = [...(image.config.Entrypoint ?? []), ...(image.config.Cmd ?? [])];
  const child = spawn(
    'unshare',
    [...own, '--', '/bin/sh', '-euc', inside, 'sh', image.root, dataFolder, run.configFile, `${user}`, ...command],
    { env: { ...env, OUTER_PATH: process.env.PATH ?? '' }, stdio: ['ignore', log, log], detached: true },
  );
  closeSync(log);
  let isWanted = true;
  const gone = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const failure = gone.then((end) => {
    if (!isWanted) return new Promise<never>(() => undefined);
    throw new Error(`The container ended by itself (${end}).`);
  });
  failure.catch(() => undefined);
  return {
    failure,
    exec: (args, input = '') => execInside(child, { user, group, env, args, input }),
    async stop() {
      isWanted = false;
      const pid = firstProcess(child);
      if (pid !== null) process.kill(pid, 'SIGTERM');
      const deaf = setTimeout(() => child.kill('SIGKILL'), stopMillis);
      return gone.finally(() => clearTimeout(deaf));
    },
  };
}

/** $1 root, $2 data, $3 configuration, $4 user, followed by the command. */
const inside = `
  PATH=$OUTER_PATH:/usr/sbin:/sbin; unset OUTER_PATH
  root=$1 data=$2 config=$3 user=$4; shift 4
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount -t tmpfs -o size=64m,nosuid,nodev,noexec tmpfs "$root/tmp"
  mount -t tmpfs -o size=1m tmpfs "$root/dev"
  for each in null zero full random urandom; do
    touch "$root/dev/$each"; mount --bind "/dev/$each" "$root/dev/$each"
  done
  mkdir "$root/dev/shm"; mount -t tmpfs -o size=64m,nosuid,nodev,noexec tmpfs "$root/dev/shm"
  for each in hosts resolv.conf; do mount --bind "/etc/$each" "$root/etc/$each"; done
  mount --bind "$config" "$root/etc/quittance/quittance.json"
  mount -o remount,bind,ro "$root"
  mount --bind "$data" "$root/data"
  # PATH is the image's from here on.
  setpriv=$(command -v setpriv) chroot=$(command -v chroot); PATH=/app/bin:/usr/bin
  exec "$setpriv" --no-new-privs --inh-caps=-all --bounding-set=-all,+setuid,+setgid,+sys_chroot \\
    "$chroot" --userspec="$user:$user" --groups= "$root" "$@"
`;

/** Creates the mount points, like a container engine. */
function makePlaces(root: string): void {
  for (const folder of ['proc', 'dev', 'tmp', 'data', 'etc/quittance'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['hosts', 'resolv.conf', 'quittance/quittance.json'])
    writeFileSync(join(root, 'etc', file), '', { flag: 'a' });
}

function imageEnvironment(image: UnpackedImage): Record<string, string> {
  return Object.fromEntries(
    (image.config.Env ?? []).map((each) => {
      const at = each.indexOf('=');
      return [each.slice(0, at), each.slice(at + 1)];
    }),
  );
}

/** The host's process id of process 1 inside; null if it ended. */
function firstProcess({ pid }: ChildProcess): number | null {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return children === '' ? null : Number(children.split(' ')[0]);
  } catch {
    return null;
  }
}

interface Entry {
  readonly user: number;
  readonly group: number;
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly input: string;
}

async function execInside(container: ChildProcess, { user, group, env, args, input }: Entry): Promise<CommandResult> {
  const pid = await until(() => firstProcess(container) ?? undefined, 'the container’s first process');
  const spaces = ['--mount', '--pid', '--ipc', '--uts', '--root', '--wdns=/app'];
  const identity = ['--setuid', String(user), '--setgid', String(group)];
  const child = spawn('nsenter', ['--target', String(pid), ...spaces, ...identity, '--', ...args], { env });
  return resultOf(child, input);
}

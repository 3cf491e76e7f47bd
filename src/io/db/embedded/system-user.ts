// Chooses the user that runs PostgreSQL: the current one, or an ordinary user if this process is root.
import { spawnSync } from 'node:child_process';
import { StartFault } from '../../start-fault.ts';

export interface SystemUser {
  uid: number;
  gid: number;
}

const NAME = 'postgres';

export function weAreRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Returns the system user `postgres`, and creates it if it is missing. Call this only as root. */
export function postgresUser(): SystemUser {
  const user = lookUp() ?? create();
  if (user) return user;
  throw new StartFault(
    `PostgreSQL does not run as root and a user "${NAME}" could not be made. ` +
      'Make it, start as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * Whether `command` succeeds when run as `user` (null: the current user). This lets the kernel decide what that user
 * may do.
 */
export function succeedsAs(user: SystemUser | null, command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { ...user, cwd: '/', stdio: 'ignore', env: { LC_ALL: 'C' } }).status === 0;
}

function lookUp(): SystemUser | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, NAME], { encoding: 'utf8' });
    return status === 0 ? Number.parseInt(stdout, 10) : Number.NaN;
  });
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid: uid!, gid: gid! } : null;
}

function create(): SystemUser | null {
  // The first pair is for most distributions, the second for BusyBox.
  const ways = [
    [`groupadd --system ${NAME}`, `useradd --system --gid ${NAME} --no-create-home --shell /bin/false ${NAME}`],
    [`addgroup -S ${NAME}`, `adduser -S -D -H -G ${NAME} ${NAME}`],
  ];
  for (const way of ways) {
    for (const line of way) {
      const [command, ...args] = line.split(' ');
      spawnSync(command!, args, { stdio: 'ignore' });
    }
    const user = lookUp();
    if (user) return user;
  }
  return null;
}

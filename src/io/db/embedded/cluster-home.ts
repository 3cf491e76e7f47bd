// Decides where the embedded database is stored, and which user runs it.
import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartFault } from '../../start-fault.ts';
import { canWrite, reachablePlace } from './reachable-place.ts';
import { postgresUser, type SystemUser, weAreRoot } from './system-user.ts';

export interface ClusterHome {
  /** DATA_DIR/postgres, with the password, the lock, the server's log and usually the cluster. */
  folder: string;
  /** The parent folder of the cluster, which `user` can enter and write to. */
  parent: string;
  /** PGDATA, an absolute path without symbolic links. */
  cluster: string;
  /** The user that runs the server. Null for the current user. */
  user: SystemUser | null;
}

const CLUSTER = 'cluster';
const LOCATION = 'location';

/** Creates DATA_DIR/postgres and returns its real path. Throws StartFault if it is not writable. */
export function openFolder(dataDir: string): string {
  const path = join(dataDir, 'postgres');
  try {
    mkdirSync(path, { recursive: true });
    const folder = realpathSync(path);
    rmdirSync(mkdtempSync(join(folder, 'writable-')));
    return folder;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const remedy =
      code === 'ENOSPC' ? 'free some space' : 'make it writable for this user, or set DATA_DIR to a folder that is';
    throw new StartFault(`The data folder ${path} cannot be written (${code ?? message}): ${remedy}.`, {
      cause: error,
    });
  }
}

/**
 * Returns the cluster's location, usually DATA_DIR/postgres/cluster. If this process is root, another user runs the
 * server. If that user cannot reach the folder, the cluster is stored elsewhere, and DATA_DIR/postgres/location
 * contains its path. An existing cluster is never replaced by a new one. Call this while holding the lock. Throws
 * StartFault if a folder cannot be used.
 */
export function clusterHome(folder: string): ClusterHome {
  const recorded = recordedCluster(folder);
  const existing = recorded ?? (existsSync(join(folder, CLUSTER)) ? join(folder, CLUSTER) : null);
  const user = weAreRoot() ? userOf(existing) : ownUser(existing);
  if (existing) {
    if (!canWrite(user, existing)) {
      throw new StartFault(
        `The database in ${existing} cannot be written by its user: ` +
          'give it back to that user (chown) and allow that user to enter every parent folder.',
      );
    }
    return { folder, parent: join(existing, '..'), cluster: existing, user };
  }
  const parent = user ? parentFor(user, folder) : folder;
  return { folder, parent, cluster: join(parent, CLUSTER), user };
}

/** Records the location of the new cluster. */
export function recordCluster({ folder, cluster }: ClusterHome): void {
  if (cluster !== join(folder, CLUSTER)) writeFileSync(join(folder, LOCATION), `${cluster}\n`);
}

/** Returns the database user's password. Creates it at the first call, readable only by its owner. */
export function clusterPassword({ folder, cluster, user }: ClusterHome): string {
  const path = join(folder, 'password');
  if (!existsSync(path)) {
    if (existsSync(cluster))
      throw new StartFault(
        `${path} is missing, and the database next to it needs that password: restore it from a backup.`,
      );
    writeFileSync(path, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    if (user) chownSync(path, user.uid, user.gid);
  }
  return readFileSync(path, 'utf8').trim();
}

function recordedCluster(folder: string): string | null {
  const path = join(folder, LOCATION);
  if (!existsSync(path)) return null;
  const cluster = readFileSync(path, 'utf8').trim();
  if (existsSync(cluster)) return cluster;
  throw new StartFault(
    `The database was in ${cluster}, which is gone: restore it from a backup, ` +
      `or delete ${path} to begin with an empty one.`,
  );
}

function userOf(existing: string | null): SystemUser {
  if (!existing) return postgresUser();
  const { uid, gid } = statSync(existing);
  return uid === 0 ? postgresUser() : { uid, gid };
}

function ownUser(existing: string | null): null {
  if (existing && statSync(existing).uid !== process.getuid?.()) {
    throw new StartFault(
      `The database in ${existing} belongs to another user: ` +
        'start as that user or as root, or set DATA_DIR to another folder.',
    );
  }
  return null;
}

function parentFor(user: SystemUser, folder: string): string {
  chownSync(folder, user.uid, user.gid);
  if (canWrite(user, folder)) return folder;
  const place = reachablePlace(user);
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  // An unrecorded cluster belongs to an earlier folder at this path, and must not be opened.
  let parent = join(place, name);
  for (let again = 2; existsSync(join(parent, CLUSTER)); again += 1) parent = join(place, `${name}-${again}`);
  if (!existsSync(parent)) mkdirSync(parent, { mode: 0o700 });
  chownSync(parent, user.uid, user.gid);
  return parent;
}

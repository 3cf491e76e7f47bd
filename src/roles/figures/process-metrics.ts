// Metrics of the process itself: its version, its roles, and its database connections.
import type { Registry } from 'prom-client';
import type { Instance } from '../../features/instance.ts';
import { roles as allRoles, type Role } from '../../io/environment.ts';
import { roomOf } from '../../io/files/free-disk-space.ts';
import { ownVersion } from '../../io/process/own-version.ts';
import type { WatcherHealth } from '../watcher-pulse.ts';
import { forAnswer, gauge, kept } from './figure.ts';

export interface OwnProcess {
  readonly roles: ReadonlySet<Role>;
  readonly dataDir: string;
  /** Milliseconds between two backups; null if none are scheduled. */
  readonly backupEvery: number | null;
  /** Null if the process has no watcher. */
  readonly watcher: WatcherHealth | null;
}

export function measureProcess(metrics: Registry, { db }: Pick<Instance, 'db'>, own: () => OwnProcess): void {
  gauge(metrics, {
    name: 'quittance_build_info',
    help: 'Always 1. The labels name the version and its Node.',
    labels: ['version', 'node'],
    fill: async (set) => set({ version: await ownVersion(), node: process.versions.node }, 1),
  });
  gauge(metrics, {
    name: 'quittance_role',
    help: '1 for each role that this process runs, else 0.',
    labels: ['role'],
    fill: (set) => {
      for (const role of allRoles) set({ role }, own().roles.has(role) ? 1 : 0);
    },
  });
  for (const [name, help, read] of pools)
    gauge(metrics, {
      name: `quittance_pool_${name}`,
      help,
      labels: ['thread', 'pool'],
      fill: (set) => {
        for (const pool of db.pools()) set({ thread: 'main', pool: pool.pool }, pool[read]);
        for (const pool of own().watcher?.pulse()?.pools ?? []) set({ thread: 'watcher', pool: pool.pool }, pool[read]);
      },
    });
  measureDisk(metrics, own);
  gauge(metrics, {
    name: 'quittance_backup_every_seconds',
    help: 'Interval of scheduled backups (BACKUP_EVERY); 0 if there are none.',
    fill: (set) => set({}, (own().backupEvery ?? 0) / 1000),
  });
  gauge(metrics, {
    name: 'quittance_watcher_turned_seconds',
    help: 'How long ago each loop of the watcher began its last round, by network; invoices: the loop of overdue invoices.',
    labels: ['loop'],
    fill: (set) => {
      for (const [loop, millis] of Object.entries(own().watcher?.pulse()?.turned ?? {})) set({ loop }, millis / 1000);
    },
  });
  gauge(metrics, {
    name: 'quittance_watcher_silent_seconds',
    help: 'How long no loop of the watcher has begun a round; above 60 the process is unhealthy.',
    fill: (set) => {
      const { watcher } = own();
      if (watcher !== null) set({}, watcher.silentMillis() / 1000);
    },
  });
}

function measureDisk(metrics: Registry, own: () => OwnProcess): void {
  const disk = kept(forAnswer, () => roomOf(own().dataDir));
  for (const [name, help, read] of [
    ['free_bytes', 'Free space for the service on the disk of DATA_DIR.', 'freeBytes'],
    ['size_bytes', 'Size of the disk of DATA_DIR.', 'sizeBytes'],
  ] as const)
    gauge(metrics, {
      name: `quittance_data_dir_${name}`,
      help,
      fill: async (set) => {
        const room = await disk();
        if (room !== null) set({}, room[read]);
      },
    });
}

const pools = [
  ['used', 'Connections to the database that are busy.', 'used'],
  ['most', 'The limit of connections.', 'most'],
  ['waiting', 'Statements that wait for a connection.', 'waiting'],
] as const;

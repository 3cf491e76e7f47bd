// Services of Compose files that several stores share.
import type { StoreApp } from '../description.ts';

/** The privileges of the service's container: none, and a read-only root. */
export function lockedDown(app: StoreApp) {
  return {
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    stop_grace_period: `${app.stopSeconds}s`,
    tmpfs: ['/tmp:rw,noexec,nosuid,nodev,size=64m'],
  };
}

/** `password` is a reference to the store's secret, never a value. `volume` is a mount of /var/lib/postgresql. */
export function databaseService(app: StoreApp, password: string, volume: string) {
  return {
    image: app.images.database,
    shm_size: '256m',
    stop_grace_period: '60s',
    environment: {
      POSTGRES_USER: app.id,
      POSTGRES_DB: app.id,
      POSTGRES_PASSWORD: password,
      POSTGRES_INITDB_ARGS: '--data-checksums',
    },
    volumes: [`${volume}:/var/lib/postgresql`],
    healthcheck: {
      test: ['CMD', 'pg_isready', `--username=${app.id}`, `--dbname=${app.id}`],
      interval: '5s',
      timeout: '5s',
      retries: 12,
    },
  };
}

/** Gives the data folder of the machine to the image's user, and exits. The image has no shell. */
export function ownershipService(app: StoreApp, source: string) {
  const { user, dataFolder } = app;
  return {
    image: app.images.embedded,
    user: '0:0',
    restart: 'no',
    network_mode: 'none',
    read_only: true,
    cap_drop: ['ALL'],
    cap_add: ['CHOWN'],
    security_opt: ['no-new-privileges:true'],
    healthcheck: { disable: true },
    command: ['node', '-e', `require('node:fs').chownSync('${dataFolder}', ${user}, ${user})`],
    volumes: [{ type: 'bind', source, target: dataFolder }],
  };
}

/** The health check of the image, for stores that read it from the Compose file. */
export function healthCheck(app: StoreApp) {
  return {
    test: ['CMD', 'node', '/app/bin/health.mjs'],
    interval: '15s',
    timeout: '5s',
    retries: 3,
    start_period: `${app.health.startSeconds}s`,
  };
}

// Starts the roles of one process in order, and stops them in the other.
import type { Logger } from 'pino';
import type { Environment } from '../io/environment.ts';
import { loadSecretKey } from '../io/secrets/secret-key.ts';
import type { ApiOptions, RunningRole } from './api.ts';
import { openDatabase } from './open-database.ts';
import { databaseNotReady, openInstance } from './open-instance.ts';

export interface ServiceOptions
  extends Pick<
    ApiOptions,
    | 'checkoutDirectory'
    | 'builtConsole'
    | 'builtEmbed'
    | 'builtCounter'
    | 'docsDirectory'
    | 'checkoutScripts'
    | 'extend'
  > {
  readonly environment: Environment;
  readonly log: Logger;
}

export interface StartedRoles {
  readonly databaseUrl: string;
  /** Not ready from then on. Requests are still taken for so long, while the other roles end already. */
  stop(drainSeconds?: number): Promise<void>;
}

const maxConnections = 15;

/** Throws StartFault for whatever a person must mend first; then nothing is left running. */
export async function startService(options: ServiceOptions): Promise<StartedRoles> {
  const { environment, log } = options;
  const secretKey = await loadSecretKey(environment.dataDir, environment.secretKey);
  if (environment.backupRecipient !== null)
    (await import('../io/files/age-file.ts')).requireRecipient(environment.backupRecipient);
  const database = await openDatabase(environment, log);
  // What the roles stand on, and the roles: these end first, and all at once.
  const ground: RunningRole[] = [{ stop: database.stop }];
  const running: RunningRole[] = [];
  let isStopping = false;
  const stop = async (drainSeconds = 0) => {
    isStopping = true;
    const ended = await Promise.allSettled(running.splice(0).map((role) => role.stop(drainSeconds * 1000)));
    for (const part of ground.splice(0).reverse()) await part.stop();
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
  };
  try {
    const { roles, publicUrl } = environment;
    const open = await openInstance({
      environment,
      databaseUrl: database.url,
      secretKey,
      log,
      name: 'service',
      maxConnections,
      asksRates: roles.has('api') || roles.has('watcher'),
    });
    ground.push({ stop: open.close });
    const { watchOwnDatabase } = await import('./upkeep/watch-own-database.ts');
    ground.push(await watchOwnDatabase(open, environment));
    if (roles.has('api') || roles.has('watcher')) {
      const { watchPegs } = await import('../features/app-cryptocurrencies/watch-pegs.ts');
      ground.push(watchPegs(open.instance));
    }
    const notReady = async () => (isStopping ? 'the process is stopping' : databaseNotReady(open.instance.db));
    // Each role is loaded where it runs: what the others are made of would cost time and memory.
    if (environment.metricsPort !== null) {
      const { startMetrics } = await import('./metrics.ts');
      const { metricsPort } = environment;
      ground.push(await startMetrics({ ...environment, metricsPort }, open.instance, notReady));
    }
    if (roles.has('watcher')) {
      const { checkNetworks } = await import('./check-networks.ts');
      await checkNetworks(open.instance);
    }
    if (roles.has('worker')) {
      running.push(...(await startWorking(open, environment, database.url)));
    }
    if (roles.has('watcher')) {
      const { startWatcherThread } = await import('./watcher-thread.ts');
      running.push(await startWatcherThread({ databaseUrl: database.url, secretKey, publicUrl }, log));
    }
    if (roles.has('api')) {
      const { startApi } = await import('./api.ts');
      const api = await startApi(open.instance, { ...options, notReady });
      running.push(api);
      log.info({ port: api.port, url: publicUrl }, 'listening');
    }
    return { databaseUrl: database.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The worker, and the backups where there are to be any. */
async function startWorking(
  open: Awaited<ReturnType<typeof openInstance>>,
  environment: Environment,
  databaseUrl: string,
): Promise<RunningRole[]> {
  const { startWorker } = await import('./worker.ts');
  const worker = await startWorker(open.instance, environment);
  const { backupTo, backupEvery } = environment;
  if (backupTo === null || backupEvery === null) return [worker];
  const { makeBackups } = await import('./upkeep/make-backups.ts');
  const aim = { to: backupTo, everyMillis: backupEvery };
  return [worker, makeBackups({ ...open, ...aim, environment, databaseUrl })];
}

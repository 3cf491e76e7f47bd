// Starts the roles of one process in order, and stops them in the other.
import type { Logger } from 'pino';
import type { Environment } from '../io/environment.ts';
import { loadSecretKey } from '../io/secrets/secret-key.ts';
import type { ApiOptions, RunningRole } from './api.ts';
import { openDatabase } from './open-database.ts';
import { openInstance } from './open-instance.ts';

export interface ServiceOptions extends Pick<ApiOptions, 'checkoutDirectory' | 'checkoutScripts' | 'extend'> {
  readonly environment: Environment;
  readonly log: Logger;
}

export interface StartedRoles extends RunningRole {
  readonly databaseUrl: string;
}

const maxConnections = 15;

/** Throws StartFault for whatever a person must mend first; then nothing is left running. */
export async function startService(options: ServiceOptions): Promise<StartedRoles> {
  const { environment, log } = options;
  const secretKey = await loadSecretKey(environment.dataDir, environment.secretKey);
  if (environment.backupRecipient !== null)
    (await import('../io/files/age-file.ts')).requireRecipient(environment.backupRecipient);
  const database = await openDatabase(environment, log);
  const running: RunningRole[] = [{ stop: database.stop }];
  const stop = async () => {
    for (const role of running.splice(0).reverse()) await role.stop();
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
    running.push({ stop: open.close });
    const { watchOwnDatabase } = await import('./upkeep/watch-own-database.ts');
    running.push(await watchOwnDatabase(open, environment));
    if (roles.has('api') || roles.has('watcher')) {
      const { watchPegs } = await import('../features/app-cryptocurrencies/watch-pegs.ts');
      running.push(watchPegs(open.instance));
    }
    // Each role is loaded where it runs: what the others are made of would cost time and memory.
    if (environment.metricsPort !== null) {
      const { startMetrics } = await import('./metrics.ts');
      running.push(await startMetrics({ ...environment, metricsPort: environment.metricsPort }, open.instance));
    }
    if (roles.has('watcher')) {
      const { checkNetworks } = await import('./check-networks.ts');
      await checkNetworks(open.instance);
    }
    if (roles.has('worker')) {
      const { startWorker } = await import('./worker.ts');
      running.push(await startWorker(open.instance, environment));
      const { backupTo, backupEvery } = environment;
      if (backupTo !== null && backupEvery !== null) {
        const { makeBackups } = await import('./upkeep/make-backups.ts');
        const aim = { to: backupTo, everyMillis: backupEvery };
        running.push(makeBackups({ ...open, ...aim, environment, databaseUrl: database.url }));
      }
    }
    if (roles.has('watcher')) {
      const { startWatcherThread } = await import('./watcher-thread.ts');
      running.push(await startWatcherThread({ databaseUrl: database.url, secretKey, publicUrl }, log));
    }
    if (roles.has('api')) {
      const { startApi } = await import('./api.ts');
      const api = await startApi(open.instance, options);
      running.push(api);
      log.info({ port: api.port, url: publicUrl }, 'listening');
    }
    return { databaseUrl: database.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

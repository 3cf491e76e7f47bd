// Starts the roles of one process in order, and stops them in the other.
import type { Logger } from 'pino';
import type { Environment } from '../io/environment.ts';
import { loadSecretKey } from '../io/secret-key.ts';
import { type ApiOptions, type RunningRole, startApi } from './api.ts';
import { checkNetworks } from './check-networks.ts';
import { startMetrics } from './metrics.ts';
import { openDatabase } from './open-database.ts';
import { openInstance } from './open-instance.ts';
import { startWatcherThread } from './watcher-thread.ts';
import { startWorker } from './worker.ts';

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
    const metrics = await startMetrics(environment, open.instance);
    if (metrics !== null) running.push(metrics);
    if (roles.has('watcher')) await checkNetworks(open.instance);
    if (roles.has('worker')) running.push(await startWorker(open.instance, environment));
    if (roles.has('watcher'))
      running.push(await startWatcherThread({ databaseUrl: database.url, secretKey, publicUrl }, log));
    if (roles.has('api')) {
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

// Starts the roles of one process, replaces them when the settings change, and stops them.
import { publicPort } from '../io/http/port/public-port.ts';
import { loadSecretKey } from '../io/secrets/secret-key.ts';
import { openDatabase } from './open-database.ts';
import { startGenerations } from './reload/generations.ts';
import type { ServiceOptions } from './reload/service-options.ts';

export interface StartedRoles {
  readonly databaseUrl: string;
  /** Resolves when everything except the database is ready. Rejects with StartFault. */
  readonly ready: Promise<void>;
  /**
   * The process is no longer ready from then on. It still serves requests for `drainSeconds`, while the other roles
   * stop.
   */
  stop(drainSeconds?: number): Promise<void>;
}

/** By then, a database that starts together with the service, or a failover, should be done. */
const databasePatienceMillis = 60_000;

/** Throws StartFault for a problem that a person must fix. Nothing is left running then. */
export async function startService(options: ServiceOptions): Promise<StartedRoles> {
  const { environment, log, signal } = options;
  signal?.throwIfAborted();
  const secretKey = await loadSecretKey(environment.dataDir, environment.secretKey);
  if (environment.backupRecipient !== null)
    (await import('../io/files/age-file.ts')).requireRecipient(environment.backupRecipient);
  const database = await openDatabase(environment, log, { patienceMillis: databasePatienceMillis, signal });
  const port = environment.roles.has('api') ? await publicPort(environment) : null;
  const stopping = new AbortController();
  const parts = { options, secretKey, databaseUrl: database.url, port, stopping: stopping.signal };
  // The parts that are left to stop, the first started first.
  const running: { stop(drainMillis: number): Promise<void> }[] = [{ stop: database.stop }];
  const stop = async (drainSeconds = 0) => {
    stopping.abort();
    options.pageBuild?.stop();
    let fault: { readonly error: unknown } | null = null;
    for (const part of running.splice(0).reverse())
      await part.stop(drainSeconds * 1000).catch((error: unknown) => {
        fault ??= { error };
      });
    if (fault !== null) throw (fault as { readonly error: unknown }).error;
  };
  try {
    signal?.throwIfAborted();
    const generations = await startGenerations(parts);
    running.push(generations);
    if (environment.metricsPort !== null) {
      const { startMetrics } = await import('./metrics.ts');
      const { metricsPort, host } = environment;
      // Probes are answered until the roles have stopped.
      running.splice(1, 0, await startMetrics({ host, metricsPort, log }, generations.current));
    }
    const announce = async () => {
      if (stopping.signal.aborted || port === null) return;
      await generations.current().announceSetUp();
      log.info({ port: port.number(), url: generations.current().open.environment.publicUrl }, 'listening');
    };
    const ready = await announced(options, announce);
    signal?.throwIfAborted();
    return { databaseUrl: database.url, ready: ready.done, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Prints the set-up link and logs the URL: now, or after the pages are built. */
async function announced(
  { pageBuild }: ServiceOptions,
  announce: () => Promise<void>,
): Promise<{ readonly done: Promise<void> }> {
  if (pageBuild === null) await announce();
  const done = pageBuild?.done.then(announce) ?? Promise.resolve();
  done.catch(() => undefined);
  return { done };
}

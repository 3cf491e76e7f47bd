// Starts the roles of one process in order, and stops them in reverse order.
import type { DestinationStream, Logger } from 'pino';
import { instanceMark } from '../features/operations/failover/instance-mark.ts';
import type { DatabaseWatch } from '../features/operations/failover/watch-database.ts';
import { watchUpgrade } from '../features/operations/keys/sign-earlier-rows.ts';
import { goneInUse } from '../features/operations/operator/gone/removed-in-use.ts';
import { signMakers } from '../features/people/apps/team/sealed-member.ts';
import type { Environment } from '../io/environment.ts';
import type { ProcessHealth } from '../io/http/operator-endpoints.ts';
import type { ClockLead } from '../io/process/movable-clock.ts';
import { loadSecretKey } from '../io/secrets/secret-key.ts';
import type { ApiOptions, RunningApi, RunningRole } from './api.ts';
import type { OwnProcess } from './figures/process-metrics.ts';
import { type PageBuild, pageFault } from './http/page-build.ts';
import { openDatabase } from './open-database.ts';
import { databaseNotReady, type OpenInstance, type Opening, openInstance } from './open-instance.ts';
import { type WatcherHealth, watcherFault } from './watcher-pulse.ts';
import type { ThreadData } from './watcher-thread.ts';

export interface ServiceOptions
  extends Pick<
    ApiOptions,
    'builtCheckout' | 'builtConsole' | 'builtEmbed' | 'builtCounter' | 'docsDirectory' | 'checkoutScripts' | 'extend'
  > {
  readonly environment: Environment;
  readonly log: Logger;
  /** Null if all pages are built. Until then the process is not ready. */
  readonly pageBuild: PageBuild | null;
  /** The variables that the environment was read from. */
  readonly variables: NodeJS.ProcessEnv;
  /** Receives the log lines of the watcher's thread. Absent means standard output. */
  readonly logTo?: DestinationStream | undefined;
  /** Absent means the system's clock. */
  readonly clockLead?: ClockLead | undefined;
  /** Interrupts the start. */
  readonly signal?: AbortSignal;
}

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

const maxConnections = 15;
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
  // Shared parts, and the roles that use them. The roles stop first, all at once.
  const ground: RunningRole[] = [{ stop: database.stop }];
  const running: RunningRole[] = [];
  let isStopping = false;
  const stop = async (drainSeconds = 0) => {
    isStopping = true;
    options.pageBuild?.stop();
    const ended = await Promise.allSettled(running.splice(0).map((role) => role.stop(drainSeconds * 1000)));
    for (const part of ground.splice(0).reverse()) await part.stop();
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
  };
  try {
    const { roles, publicUrl } = environment;
    signal?.throwIfAborted();
    const open = await openForRoles(options, { secretKey, databaseUrl: database.url });
    ground.push({ stop: open.close });
    signal?.throwIfAborted();
    await logConfigurationHistory(open);
    const watch = await (await import('./upkeep/watch-own-database.ts')).watchOwnDatabase(open, environment);
    ground.push(watch);
    if (roles.has('api') || roles.has('watcher')) {
      const { watchPegs } = await import('../features/receiving/app-cryptocurrencies/watch-pegs.ts');
      ground.push(watchPegs(open.instance));
    }
    let watcher: WatcherHealth | null = null;
    const own = (): OwnProcess => ({ ...environment, watcher });
    const notBuilt = pageFault(options.pageBuild);
    const health: ProcessHealth = {
      unhealthy: () => (isStopping ? null : watcherFault(watcher)),
      notReady: async () => (isStopping ? 'the process is stopping' : (notBuilt() ?? whyNotReady(open, watch))),
      instanceMark: await instanceMark(open.instance.db),
    };
    // Each role is loaded only where it runs, since loading the others would cost time and memory.
    if (environment.metricsPort !== null) {
      const { startMetrics } = await import('./metrics.ts');
      const { metricsPort } = environment;
      ground.push(await startMetrics({ ...environment, metricsPort }, open.instance, { health, own }));
    }
    if (roles.has('worker')) running.push(...(await startWorking(open, environment, database.url)));
    if (roles.has('watcher')) {
      const started = await startWatching(open, { databaseUrl: database.url, secretKey, publicUrl }, options);
      watcher = started.health;
      running.push(started);
    }
    let ready = { done: Promise.resolve() };
    if (roles.has('api')) {
      const metrics = async () => (await import('./metrics.ts')).processMetrics(open.instance, own);
      const api = await (await import('./api.ts')).startApi(open.instance, { ...options, health, metrics });
      running.push(api);
      ready = await announced(options, api, () => isStopping);
    }
    signal?.throwIfAborted();
    return { databaseUrl: database.url, ready: ready.done, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function openForRoles(
  { environment, log, clockLead }: ServiceOptions,
  { secretKey, databaseUrl }: Pick<Opening, 'secretKey' | 'databaseUrl'>,
): Promise<OpenInstance> {
  const { roles } = environment;
  return openInstance({
    environment,
    secretKey,
    log,
    maxConnections,
    databaseUrl,
    name: 'service',
    asksRates: roles.has('api') || roles.has('watcher'),
    clockLead,
  });
}

/** Prints the set-up link and logs the URL: now, or after the pages are built. */
async function announced(
  { environment, log, pageBuild }: ServiceOptions,
  api: RunningApi,
  isStopping: () => boolean,
): Promise<{ readonly done: Promise<void> }> {
  const announce = async () => {
    if (isStopping()) return;
    await api.announceSetUp();
    log.info({ port: api.port, url: environment.publicUrl }, 'listening');
  };
  if (pageBuild === null) await announce();
  const done = pageBuild?.done.then(announce) ?? Promise.resolve();
  done.catch(() => undefined);
  return { done };
}

/** Logs leftover lines of the configuration, and objects that are in use but no longer configured. */
async function logConfigurationHistory({ instance, config }: OpenInstance): Promise<void> {
  const { log } = instance;
  for (const warning of config.warnings) log.warn({ event: 'configuration_leftover' }, warning);
  for (const { what, says } of await goneInUse(instance)) log.warn({ event: 'configuration_gone' }, `${what}: ${says}`);
}

async function whyNotReady({ instance }: OpenInstance, watch: DatabaseWatch): Promise<string | null> {
  const why = await databaseNotReady(instance.db);
  return why ?? (watch.writeFault() === null ? null : 'the database accepts no writes');
}

/** Endpoints and tokens are checked before any block is read. An unavailable endpoint delays nothing else. */
async function startWatching(
  { instance, rereadReachability }: OpenInstance,
  data: Pick<ThreadData, 'databaseUrl' | 'secretKey' | 'publicUrl'>,
  { variables, logTo, clockLead }: ServiceOptions,
) {
  const { checkNetworks } = await import('./check-networks.ts');
  const stopping = new AbortController();
  const checked = checkNetworks(instance, stopping.signal)
    .then(rereadReachability)
    .catch((error: unknown) => {
      if (!stopping.signal.aborted) instance.log.warn({ err: error }, 'could not check the networks');
    });
  const { startWatcherThread } = await import('./watcher-thread.ts');
  const watcher = await startWatcherThread({
    data: { ...data, postsLog: logTo !== undefined, clockLead },
    checked,
    variables,
    logTo,
    log: instance.log,
  });
  return {
    health: watcher.health,
    stop: () => {
      stopping.abort();
      return watcher.stop();
    },
  };
}

/** Starts the worker, the check of the money rules, the completion of an upgrade, and scheduled backups. */
async function startWorking(
  open: Awaited<ReturnType<typeof openInstance>>,
  environment: Environment,
  databaseUrl: string,
): Promise<RunningRole[]> {
  await signMakers(open.instance);
  const { startWorker } = await import('./worker.ts');
  const worker = await startWorker(open.instance, environment);
  const { checkLawsNightly } = await import('./upkeep/check-money-rules.ts');
  const laws = checkLawsNightly(open.instance, databaseUrl);
  const upgrade = watchUpgrade({ ...open, ...open.instance }, environment.secretKeyOld, (error) =>
    open.instance.log.warn({ err: error }, 'could not sign the rows of the previous version'),
  );
  const { backupTo, backupEvery } = environment;
  if (backupTo === null || backupEvery === null) return [worker, laws, upgrade];
  const { makeBackups } = await import('./upkeep/make-backups.ts');
  const aim = { to: backupTo, everyMillis: backupEvery };
  return [worker, laws, upgrade, makeBackups({ ...open, ...aim, environment, databaseUrl })];
}

// Everything in a process that depends on its settings: one instance, and the roles that use it. A change of settings
// replaces it by the next generation.
import { setTimeout as delay } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { instanceMark } from '../../features/operations/failover/instance-mark.ts';
import type { DatabaseWatch } from '../../features/operations/failover/watch-database.ts';
import { watchUpgrade } from '../../features/operations/keys/sign-earlier-rows.ts';
import { goneInUse } from '../../features/operations/operator/gone/removed-in-use.ts';
import { signMakers } from '../../features/people/apps/team/sealed-member.ts';
import type { ProcessHealth } from '../../io/http/operator-endpoints.ts';
import type { PublicPort } from '../../io/http/port/public-port.ts';
import type { RunningApi, RunningRole } from '../api.ts';
import type { OwnProcess } from '../figures/process-metrics.ts';
import { pageFault } from '../http/page-build.ts';
import { databaseNotReady, type OpenInstance, openInstance } from '../open-instance.ts';
import { type WatcherHealth, watcherFault } from '../watcher-pulse.ts';
import type { ThreadData } from '../watcher-thread.ts';
import type { ServiceOptions } from './service-options.ts';

/** The parts of the process that all generations share. */
export interface ProcessParts {
  readonly options: ServiceOptions;
  readonly secretKey: Buffer;
  readonly databaseUrl: string;
  /** Null without the role `api`. */
  readonly port: PublicPort | null;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
}

export interface Generation {
  readonly open: OpenInstance;
  readonly health: ProcessHealth;
  /** Created at the first call. */
  metrics(): Promise<Registry>;
  /** Starts the watcher, and answers requests. Later generations pass the one before, whose watcher stops first. */
  takeOver(before: Generation | null): Promise<void>;
  announceSetUp(): Promise<void>;
  /** Stops with the process. Requests are answered for `drainMillis` more. */
  stop(drainMillis: number): Promise<void>;
  stopWatching(): Promise<void>;
  /** Finishes its work after the next generation has taken over, and closes its connections. */
  retire(): Promise<void>;
}

const maxConnections = 15;
/** A reload has to be done within seconds. A source that did not answer by then has no rate until it does. */
const reloadRatesMillis = 2_000;
/** The next watcher does not wait longer for the one before. Leases keep them apart. */
const watcherPatienceMillis = 1_500;

/** Prepares all that can fail. Nothing is left running then. Throws StartFault for a problem that a person must fix. */
export async function openGeneration(parts: ProcessParts, isFirst: boolean): Promise<Generation> {
  const open = await openForRoles(parts, isFirst);
  const ground: RunningRole[] = [{ stop: open.close }];
  const running: RunningRole[] = [];
  const closeGround = async () => {
    for (const part of ground.splice(0).reverse()) await part.stop();
  };
  try {
    return await fill(parts, open, { ground, running, closeGround });
  } catch (error) {
    await Promise.allSettled(running.map((role) => role.stop()));
    await closeGround();
    throw error;
  }
}

interface Started {
  /** Shared by the roles. They stop first. */
  readonly ground: RunningRole[];
  readonly running: RunningRole[];
  closeGround(): Promise<void>;
}

async function fill(parts: ProcessParts, open: OpenInstance, started: Started): Promise<Generation> {
  const { options, stopping } = parts;
  const { ground, running, closeGround } = started;
  const { roles } = open.environment;
  await logConfigurationHistory(open);
  const watch = await (await import('../upkeep/watch-own-database.ts')).watchOwnDatabase(open, open.environment);
  ground.push(watch);
  if (roles.has('api') || roles.has('watcher')) {
    const { watchPegs } = await import('../../features/receiving/app-cryptocurrencies/watch-pegs.ts');
    ground.push(watchPegs(open.instance));
  }
  let watcher: (RunningRole & { readonly health: WatcherHealth }) | null = null;
  const own = (): OwnProcess => ({ ...open.environment, watcher: watcher?.health ?? null });
  let made: Promise<Registry> | null = null;
  const metrics = () => {
    made ??= import('../metrics.ts').then(({ processMetrics }) => processMetrics(open.instance, own));
    return made;
  };
  const health = await healthOf({ parts, open, watch }, () => watcher?.health ?? null);
  if (roles.has('worker')) running.push(...(await startWorking(parts, open)));
  const api = await prepareApi(parts, open, { health, metrics });
  if (api !== null) running.push(api);
  const watching: RunningRole = { stop: async () => watcher?.stop() };
  running.push(watching);
  const end = async (endRole: (role: RunningRole) => Promise<void>) => {
    const ended = await Promise.allSettled(running.splice(0).map(endRole));
    await closeGround();
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  };
  return {
    open,
    health,
    metrics,
    async takeOver(before) {
      options.log.level = open.environment.logLevel;
      if (before !== null) await api?.takeOver();
      const late = delay(watcherPatienceMillis, undefined, { ref: false });
      if (before !== null) await Promise.race([before.stopWatching(), late]);
      if (roles.has('watcher') && !stopping.aborted) watcher = await startWatching(open, parts, before !== null);
      if (before === null) await api?.takeOver();
    },
    announceSetUp: async () => api?.announceSetUp(),
    stop: (drainMillis) => end((role) => role.stop(drainMillis)),
    stopWatching: () => watching.stop(),
    retire: () => end((role) => (role.retire === undefined ? role.stop() : role.retire(stopping))),
  };
}

function openForRoles(parts: ProcessParts, isFirst: boolean): Promise<OpenInstance> {
  const { environment, log, clockLead } = parts.options;
  const { roles } = environment;
  return openInstance({
    environment,
    secretKey: parts.secretKey,
    log,
    maxConnections,
    databaseUrl: parts.databaseUrl,
    name: 'service',
    asksRates: roles.has('api') || roles.has('watcher'),
    clockLead,
    ...(isFirst ? {} : { firstRatesMillis: reloadRatesMillis }),
  });
}

interface Ready {
  readonly parts: ProcessParts;
  readonly open: OpenInstance;
  readonly watch: DatabaseWatch;
}

async function healthOf(
  { parts: { options, stopping }, open, watch }: Ready,
  watcher: () => WatcherHealth | null,
): Promise<ProcessHealth> {
  const notBuilt = pageFault(options.pageBuild);
  return {
    unhealthy: () => (stopping.aborted ? null : watcherFault(watcher())),
    notReady: async () => (stopping.aborted ? 'the process is stopping' : (notBuilt() ?? whyNotReady(open, watch))),
    instanceMark: await instanceMark(open.instance.db),
  };
}

async function whyNotReady({ instance }: OpenInstance, watch: DatabaseWatch): Promise<string | null> {
  const why = await databaseNotReady(instance.db);
  return why ?? (watch.writeFault() === null ? null : 'the database accepts no writes');
}

/** Logs leftover lines of the configuration, and objects that are in use but no longer configured. */
async function logConfigurationHistory({ instance, config }: OpenInstance): Promise<void> {
  const { log } = instance;
  for (const warning of config.warnings) log.warn({ event: 'configuration_leftover' }, warning);
  for (const { what, says } of await goneInUse(instance)) log.warn({ event: 'configuration_gone' }, `${what}: ${says}`);
}

/** Null without the role. Each role is loaded only where it runs, since the others would cost time and memory. */
async function prepareApi(
  { options, port, stopping }: ProcessParts,
  open: OpenInstance,
  served: Pick<Generation, 'health' | 'metrics'>,
): Promise<RunningApi | null> {
  if (port === null) return null;
  const { startApi } = await import('../api.ts');
  const { environment, config } = open;
  return startApi(open.instance, { ...options, ...served, environment, config, port, stopping });
}

/**
 * Endpoints and tokens are checked before any block is read. An unavailable endpoint delays nothing else. A reload
 * waits only shortly for the checks, because the generation before made them.
 */
async function startWatching(
  { instance, rereadReachability }: OpenInstance,
  { databaseUrl, secretKey, options }: ProcessParts,
  isReload: boolean,
) {
  const { variables, logTo, clockLead } = options;
  const { checkNetworks } = await import('../check-networks.ts');
  const ending = new AbortController();
  const checked = checkNetworks(instance, ending.signal)
    .then(rereadReachability)
    .catch((error: unknown) => {
      if (!ending.signal.aborted) instance.log.warn({ err: error }, 'could not check the networks');
    });
  const { startWatcherThread } = await import('../watcher-thread.ts');
  const data: ThreadData = { databaseUrl, secretKey, postsLog: logTo !== undefined, clockLead };
  const patience = delay(watcherPatienceMillis, undefined, { ref: false, signal: ending.signal }).catch(
    () => undefined,
  );
  const watcher = await startWatcherThread({
    data,
    checked: isReload ? Promise.race([checked, patience]) : checked,
    variables,
    logTo,
    log: instance.log,
  });
  return {
    health: watcher.health,
    async stop() {
      ending.abort();
      await watcher.stop();
      await checked;
    },
  };
}

/** Starts the worker, the check of the money rules, the completion of an upgrade, and scheduled backups. */
async function startWorking({ databaseUrl }: ProcessParts, open: OpenInstance): Promise<RunningRole[]> {
  const { environment, instance } = open;
  await signMakers(instance);
  const { startWorker } = await import('../worker.ts');
  const worker = await startWorker(instance, environment);
  const { checkLawsNightly } = await import('../upkeep/check-money-rules.ts');
  const laws = checkLawsNightly(instance, databaseUrl);
  const upgrade = watchUpgrade({ ...open, ...instance }, environment.secretKeyOld, (error) =>
    instance.log.warn({ err: error }, 'could not sign the rows of the previous version'),
  );
  const { backupTo, backupEvery } = environment;
  if (backupTo === null || backupEvery === null) return [worker, laws, upgrade];
  const { makeBackups } = await import('../upkeep/make-backups.ts');
  const aim = { to: backupTo, everyMillis: backupEvery };
  return [worker, laws, upgrade, makeBackups({ ...open, ...aim, environment, databaseUrl })];
}

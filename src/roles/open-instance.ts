// Builds an instance from its configuration: creates every part once and connects them.
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '../core/config/config.ts';
import type { Instance, Terms } from '../features/instance.ts';
import { loadCatalog } from '../features/known/catalog/load-catalog.ts';
import { mailQueue } from '../features/known/mails/mail-queue.ts';
import { watchReach } from '../features/known/networks/watch-reach.ts';
import { startRates } from '../features/known/rates/start-rates.ts';
import { passingKinds } from '../features/known/row-seals/money-rows.ts';
import { insertNameGaps } from '../features/known/row-seals/name-gap-store.ts';
import { type NotedRows, rowGuard } from '../features/known/row-seals/row-guard.ts';
import { rowSeals } from '../features/known/row-seals/sealed-rows.ts';
import { openVault } from '../features/operations/keys/open-vault.ts';
import { followUpgrade, signEarlierRows } from '../features/operations/keys/sign-earlier-rows.ts';
import { recordFindings } from '../features/receiving/tamper-alarms/record-findings.ts';
import { openPlaces } from '../io/chains/rails/open-places.ts';
import type { Database } from '../io/db/database.ts';
import { migrationsPending } from '../io/db/migrate/migrate.ts';
import { connectPostgres } from '../io/db/postgres.ts';
import { guardDatabase } from '../io/db/sealed/guard-database.ts';
import type { Environment } from '../io/environment.ts';
import { newId, newSecretId } from '../io/new-id.ts';
import { outboundGate } from '../io/outbound/outbound.ts';
import { type ClockLead, clockOf } from '../io/process/movable-clock.ts';
import { createRowMac, type RowMac } from '../io/secrets/row-mac.ts';
import { checkConfiguration, readConfiguration } from './reload/read-configuration.ts';

export const migrationsDirectory = fileURLToPath(new URL('../../migrations', import.meta.url));

/** An unavailable source must not delay the start. Until it answers, its pairs have no rate. */
const firstRatesMillis = 3_000;

export interface Opening {
  /** Without the settings of the database, which are read here. */
  readonly environment: Environment;
  readonly databaseUrl: string;
  readonly secretKey: Buffer;
  readonly log: Logger;
  /** Shown in the database's list of connections. */
  readonly name: string;
  readonly maxConnections: number;
  /** Whether rate sources are asked. Commands that do not quote need no rates. */
  readonly asksRates: boolean;
  /** How long to wait for the first rates, in milliseconds. Default: 3 s. */
  readonly firstRatesMillis?: number;
  /** Whether the answers of the sources are logged. Absent means yes. */
  readonly logsRates?: boolean;
  /** Absent means the system's clock. */
  readonly clockLead?: ClockLead | undefined;
}

export interface OpenInstance {
  readonly instance: Instance;
  readonly config: Config;
  /** The environment, with the settings of the database. */
  readonly environment: Environment;
  /** The version of the settings that the instance was opened with, or an earlier one. */
  readonly settingsVersion: bigint;
  readonly secretKey: Buffer;
  /** The URL of the database, with its password. */
  readonly databaseUrl: string;
  /** Signs rows with this key, and verifies them with this key or an older one. */
  readonly rowMac: RowMac;
  /** Rereads which networks can be reached, after a check recorded it. */
  rereadReachability(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The database must be migrated. Throws StartFault for an invalid configuration. An invalid file is found before the
 * key of the database is recorded.
 */
export async function openInstance(opening: Opening): Promise<OpenInstance> {
  const { databaseUrl, log } = opening;
  const clock = clockOf(opening.clockLead);
  const plain = await connectPostgres({
    url: databaseUrl,
    maxConnections: opening.maxConnections,
    applicationName: `quittance ${opening.name}`,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const rowMac = createRowMac([opening.secretKey, ...opening.environment.secretKeyOld], passingKinds);
  const vault = await checkConfiguration(plain, opening.environment)
    .then(() => openVault(plain, keyringOf(opening), (trx) => insertNameGaps(trx, rowMac)))
    .catch(async (error) => {
      await plain.close();
      throw error;
    });
  const signing = { db: plain, vault, rowMac, secretKey: opening.secretKey };
  const upgrade = { unsigned: await signEarlierRows(signing) };
  const following = followUpgrade(signing, upgrade, (error) =>
    log.warn({ err: error }, 'could not read the key checks'),
  );
  const noted: NotedRows = {};
  const db = guardDatabase(plain, rowGuard(rowMac, upgrade, noted));
  const read = await readConfiguration({ db, vault, log }, opening.environment).catch(async (error) => {
    await following.stop();
    await plain.close();
    throw error;
  });
  const { config, environment } = read;
  const reach = await watchReach(db);
  const catalog = await loadCatalog(db, config.networks, { now: clock.now(), newId, reach });
  const outbound = outboundGate({ allowCidrs: environment.webhookAllowCidrs });
  const rates = await openRates(opening, config, { db, catalog, outbound, clock });
  const places = openPlaces(log);
  const instance: Instance = {
    db,
    mails: mailQueue({ vault, clock, limits: environment.mailLimits }),
    catalog,
    rates: rates.book,
    vault,
    seals: rowSeals(rowMac),
    ...termsOf(environment, config),
    outbound,
    places,
    log,
    clock,
    newId,
    newSecretId,
    random: Math.random,
  };
  const recorder = recordFindings(instance, noted);
  return {
    instance,
    ...read,
    secretKey: opening.secretKey,
    databaseUrl,
    rowMac,
    rereadReachability: reach.look,
    async close() {
      reach.stop();
      await Promise.all([following.stop(), recorder.stop()]);
      await rates.stop();
      await Promise.all([outbound.close(), places.close()]);
      await db.close();
    },
  };
}

function termsOf({ payoutDelayMs, publicUrl, telegramUrl }: Environment, { payments: { dustBelow } }: Config): Terms {
  return { payoutDelayMs, publicUrl, telegramUrl, dustBelow };
}

/** Waits for the first answers, or a short time. */
async function openRates(
  { asksRates, logsRates, log, firstRatesMillis: patience = firstRatesMillis }: Opening,
  config: Config,
  parts: Pick<Parameters<typeof startRates>[0], 'db' | 'catalog' | 'outbound' | 'clock'>,
) {
  const sources = asksRates ? config.rates.sources : [];
  const rpc = config.networks.find(({ symbol }) => symbol === 'ethereum')?.rpc ?? [];
  const ratesLog = logsRates === false ? log.child({}, { level: 'silent' }) : log;
  const rates = await startRates({ ...parts, config: { ...config.rates, sources }, rpc, log: ratesLog });
  await Promise.race([rates.firstRound, delay(patience, undefined, { ref: false })]);
  return rates;
}

function keyringOf({ environment, secretKey }: Opening) {
  const source = environment.secretKey === null ? 'The key in DATA_DIR/secret-key' : 'SECRET_KEY';
  return { secretKey, older: environment.secretKeyOld, source };
}

/** The reason why this database cannot be used right now, or null. */
export async function databaseNotReady(db: Database): Promise<string | null> {
  try {
    const pending = await migrationsPending(db, migrationsDirectory);
    return pending.length === 0 ? null : `${pending.length} migrations are not applied`;
  } catch {
    return 'the database cannot be reached';
  }
}

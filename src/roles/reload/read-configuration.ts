// Reads the configuration of an instance: built-in values, settings of the database, quittance.json, the environment.
import type { Logger } from 'pino';
import type { Config } from '../../core/config/config.ts';
import { registry } from '../../features/known/catalog/registry.ts';
import { listSymbols } from '../../features/known/catalog/store.ts';
import { readOperatorNetworks } from '../../features/known/settings/networks/operator-networks.ts';
import { readStoredSettings } from '../../features/known/settings/settings-store.ts';
import { readSettingsVersion } from '../../features/known/settings/settings-version-store.ts';
import { loadConfig } from '../../io/config-file.ts';
import type { Database, Queryable } from '../../io/db/database.ts';
import type { Environment } from '../../io/environment.ts';
import type { Vault } from '../../io/secrets/vault.ts';
import { environmentWith, ratesWith } from '../../io/stored-settings.ts';

export interface Configuration {
  /** The environment, with the settings of the database. */
  readonly environment: Environment;
  readonly config: Config;
  /** The version of the settings that were read, or an earlier one. */
  readonly settingsVersion: bigint;
}

interface Source {
  readonly db: Database;
  readonly vault: Vault;
  readonly log: Pick<Logger, 'warn'>;
}

/** Throws StartFault for an invalid variable or file, without a look at the settings of the database. */
export async function checkConfiguration(db: Queryable, environment: Environment): Promise<void> {
  const { networks: everKnown } = await listSymbols(db);
  await loadConfig(environment, registry, { everKnown });
}

/**
 * Later sources have precedence over earlier ones: built-in values, the database with its networks, quittance.json, the
 * environment. A stored setting that is not valid any more is logged and left out. Throws StartFault for an invalid
 * variable or file. An unknown network in a variable is an error, except if this database had it before: then it is a
 * warning.
 */
export async function readConfiguration({ db, vault, log }: Source, environment: Environment): Promise<Configuration> {
  const settingsVersion = await readSettingsVersion(db);
  const stored = await readStoredSettings(db, vault);
  const own = environmentWith(environment.variables, stored);
  const { networks: everKnown } = await listSymbols(db);
  const connected = await readOperatorNetworks({ db, vault });
  const file = await loadConfig(own.value, registry, { everKnown, operatorNetworks: connected.networks });
  const config = { ...file, warnings: [...file.warnings, ...connected.warnings] };
  const rates = ratesWith(config, stored);
  for (const { name, says } of [...own.faults, ...rates.faults])
    log.warn({ event: 'setting_ignored', setting: name }, `a stored setting cannot be used: ${says}`);
  return { environment: own.value, config: { ...config, rates: rates.value }, settingsVersion };
}

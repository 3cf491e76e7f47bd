// Applies the settings of the database to a process: the environment and quittance.json have precedence over them.
import type { Config } from '../core/config/config.ts';
import { ConfigFault } from '../core/config/config-fields.ts';
import { type RatesConfig, readStoredMaxAge, readStoredSources } from '../core/config/config-rates.ts';
import { type SettingName, type StoredSettings, settings } from '../core/config/settings/settings.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { StartFault } from './start-fault.ts';

/** A stored setting that cannot be used. */
export interface SettingFault {
  readonly name: SettingName;
  /** One sentence that begins with the name. It contains no secret. */
  readonly says: string;
}

export interface WithFaults<T> {
  readonly value: T;
  /** The stored settings that were left out. */
  readonly faults: readonly SettingFault[];
}

/** Throws StartFault if a variable of the environment itself is invalid. */
export function environmentWith(variables: NodeJS.ProcessEnv, stored: StoredSettings): WithFaults<Environment> {
  const left = new Map(stored);
  const faults: SettingFault[] = [];
  for (;;) {
    try {
      return { value: readEnvironment(variables, asVariables(left)), faults };
    } catch (error) {
      const fault = error instanceof StartFault ? faultOf(error.message, left) : null;
      if (fault === null) throw error;
      faults.push(fault);
      left.delete(fault.name);
    }
  }
}

/** Settings of quittance.json have precedence. */
export function ratesWith(config: Config, stored: StoredSettings): WithFaults<RatesConfig> {
  let { rates } = config;
  const faults: SettingFault[] = [];
  const read = <T>(name: 'rate_sources' | 'rate_max_age', path: string, apply: (text: string) => T): void => {
    const text = stored.get(name);
    if (text === undefined || config.ratesInFile.includes(path)) return;
    try {
      rates = { ...rates, ...apply(text) };
    } catch (error) {
      if (!(error instanceof ConfigFault)) throw error;
      faults.push({ name, says: sentence(error.message) });
    }
  };
  read('rate_sources', 'rates.sources', (text) => ({ sources: readStoredSources(text) }));
  read('rate_max_age', 'rates.max_age', (text) => ({ maxAgeSeconds: readStoredMaxAge(text) }));
  return { value: rates, faults };
}

/** The variables that stored settings stand in for. */
function asVariables(stored: StoredSettings): NodeJS.ProcessEnv {
  const found = settings.flatMap(({ name, variable }) => {
    const text = stored.get(name);
    return variable === null || text === undefined ? [] : [[variable, text] as const];
  });
  return Object.fromEntries(found);
}

/** Null if the message is not about one of these settings. */
function faultOf(message: string, among: StoredSettings): SettingFault | null {
  const named = settings.find(({ variable }) => variable !== null && new RegExp(`^${variable}[ :=]`).test(message));
  if (named === undefined || !among.has(named.name)) return null;
  return { name: named.name, says: sentence(inSettingNames(message)) };
}

/** Names settings instead of their variables. */
function inSettingNames(message: string): string {
  return settings.reduce(
    (text, { name, variable }) =>
      variable === null ? text : text.replaceAll(new RegExp(`\\b${variable}\\b`, 'g'), name),
    message,
  );
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

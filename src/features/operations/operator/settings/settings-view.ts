// The settings of the instance as the API and the command line show them, each with the source that holds.

import type { Config } from '../../../../core/config/config.ts';
import {
  type Setting,
  type SettingName,
  type StoredSettings,
  secretHint,
  settingNamed,
  settings,
  settingValue,
} from '../../../../core/config/settings/settings.ts';
import type { Environment } from '../../../../io/environment.ts';
import { nullable } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import { environmentWith, ratesWith } from '../../../../io/stored-settings.ts';

/** The configuration around the stored settings. */
export interface SettingsAround {
  readonly environment: Pick<Environment, 'variables'>;
  readonly config: Config;
}

const sources = ['database', 'environment', 'file', 'default'] as const;
type Source = (typeof sources)[number];

export const SettingView = Type.Object({
  value: Type.Unsafe<string | number | string[] | null>({
    type: ['array', 'number', 'string', 'null'],
    items: { type: 'string' },
    description: 'As it is written. Null if it is unset, and for a secret.',
  }),
  source: Type.Unsafe<Source>({ type: 'string', enum: [...sources] }),
  changeable: Type.Boolean({ description: 'Whether PUT accepts it.' }),
  fixed_by: nullable(
    Type.String({
      description: 'Where to change it instead: a variable, quittance.json, or the command quittance settings.',
    }),
  ),
  is_set: Type.Boolean({ description: 'Whether it has a value.' }),
  is_secret: Type.Boolean(),
  hint: nullable(Type.String({ description: 'For a secret: its host, or its folder.' })),
  about: Type.String(),
});

export const SettingsView = Type.Object(
  Object.fromEntries(settings.map(({ name }) => [name, SettingView])) as Record<SettingName, typeof SettingView>,
);

export type SettingsShown = Readonly<Record<SettingName, SettingShown>>;

export interface SettingShown {
  value: string | number | string[] | null;
  source: Source;
  changeable: boolean;
  fixed_by: string | null;
  is_set: boolean;
  is_secret: boolean;
  hint: string | null;
  about: string;
}

/** The variable or the line of quittance.json that fixes the setting; null if there is none. */
export function fixedBy(name: SettingName, { environment, config }: SettingsAround): string | null {
  const { variable, filePath } = settingNamed(name) as Setting;
  if (variable !== null && (environment.variables[variable]?.trim() ?? '') !== '') return variable;
  return filePath !== null && config.ratesInFile.includes(filePath) ? `quittance.json (${filePath})` : null;
}

/** A stored setting that is not valid is shown as its default, because that is what holds. */
export function settingsView(stored: StoredSettings, around: SettingsAround): SettingsShown {
  const read = environmentWith(around.environment.variables, stored);
  const faults = [...read.faults, ...ratesWith(around.config, stored).faults];
  const left = new Map([...stored].filter(([name]) => faults.every((fault) => fault.name !== name)));
  const defaults = { public_url: environmentWith(around.environment.variables, new Map()).value.publicUrl };
  const entries = settings.map((setting) => [setting.name, viewOf(setting, left, { around, defaults })] as const);
  return Object.fromEntries(entries) as Record<SettingName, SettingShown>;
}

interface ViewParts {
  readonly around: SettingsAround;
  readonly defaults: Readonly<Record<string, string>>;
}

function viewOf(setting: Setting & { readonly name: SettingName }, stored: StoredSettings, parts: ViewParts) {
  const { around, defaults } = parts;
  const { name, isSecret, changedIn, about } = setting;
  const [held, source] = heldFrom(setting, stored, around);
  const text = held ?? defaults[name] ?? setting.default;
  const fixed = fixedBy(name, around);
  const changeable = fixed === null && changedIn === 'session';
  return {
    value: isSecret ? null : settingValue(setting, text),
    source,
    changeable,
    fixed_by: changeable ? null : (fixed ?? 'quittance settings'),
    is_set: text !== null && text !== '',
    is_secret: isSecret,
    hint: isSecret && text !== null ? secretHint(text) : null,
    about,
  };
}

function heldFrom(
  { name, variable, filePath }: Setting & { readonly name: SettingName },
  stored: StoredSettings,
  { environment, config }: SettingsAround,
): [string | null, Source] {
  const given = variable === null ? '' : (environment.variables[variable]?.trim() ?? '');
  if (given !== '') return [given, 'environment'];
  if (filePath !== null && config.ratesInFile.includes(filePath)) return [inFile(filePath, config), 'file'];
  const held = stored.get(name);
  return held === undefined ? [null, 'default'] : [held, 'database'];
}

function inFile(path: string, { rates }: Config): string {
  return path === 'rates.sources' ? rates.sources.join(',') : String(rates.maxAgeSeconds);
}

// Changes settings of the instance in one commit: checks them, records the change, and notifies the operators.
import { backupTargetFault } from '../../../../core/config/settings/backup-target.ts';
import {
  type SettingName,
  type StoredSettings,
  secretHint,
  settingNamed,
  settings,
  settingValue,
} from '../../../../core/config/settings/settings.ts';
import { type FieldError, Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { StartFault } from '../../../../io/start-fault.ts';
import { environmentWith, ratesWith, type SettingFault } from '../../../../io/stored-settings.ts';
import type { Instance } from '../../../instance.ts';
import { readStoredSettings, writeSettings } from '../../../known/settings/settings-store.ts';
import { raiseSettingsVersion } from '../../../known/settings/settings-version-store.ts';
import { auditChange, type ChangedBy } from '../../../people/audit/audit-change.ts';
import { listOperators } from '../../../people/identity/people-store.ts';
import { mailOperators } from './mail-operators.ts';
import { fixedBy, type SettingsAround } from './settings-view.ts';

export interface SettingsChange {
  /** Null returns to the default. */
  readonly values: ReadonlyMap<SettingName, string | null>;
  readonly by: ChangedBy;
  /** The person who makes the change; null on the command line. */
  readonly personId: string | null;
  /** Returns why the service cannot be served under this URL, or null. Null where that is not known. */
  readonly refusesUrl: ((publicUrl: string) => string | null) | null;
}

/** Throws Problem validation_failed with one error for each setting that is fixed or invalid. */
export async function changeSettings(
  trx: Queryable,
  instance: Instance,
  around: SettingsAround,
  change: SettingsChange,
): Promise<void> {
  // Writers wait for each other here.
  await raiseSettingsVersion(trx);
  const before = await readStoredSettings(trx, instance.vault);
  const after = new Map(before);
  for (const [name, value] of change.values) {
    if (value === null) after.delete(name);
    else after.set(name, value);
  }
  await requireSound({ before, after }, around, change);
  const changed = [...change.values.keys()].filter((name) => before.get(name) !== after.get(name));
  if (changed.length === 0) return;
  await writeSettings(trx, instance, new Map(changed.map((name) => [name, after.get(name) ?? null])));
  const sides = { before: shown(before, changed, false), after: shown(after, changed, true) };
  for (const { id } of await listOperators(trx)) {
    const subject = { of: { ownerId: id }, subjectId: id, action: 'settings.updated' };
    await auditChange(trx, instance, change.by, { ...subject, ...sides });
  }
  const { variables } = around.environment;
  const [former, next] = [environmentWith(variables, before).value, environmentWith(variables, after).value];
  await mailOperators(trx, instance, { ...change, changed, former, next, publicUrl: instance.publicUrl });
}

interface Sides {
  readonly before: StoredSettings;
  readonly after: StoredSettings;
}

async function requireSound(sides: Sides, around: SettingsAround, change: SettingsChange): Promise<void> {
  const names = [...change.values.keys()];
  const errors = names.flatMap((name) => refusal(name, around, change));
  if (errors.length > 0) throw new Problem('validation_failed', { errors });
  const earlier = new Set(faultsOf(sides.before, around).map(({ name }) => name));
  const found = faultsOf(sides.after, around).filter(({ name }) => names.includes(name) || !earlier.has(name));
  const faults = [...found, ...(await furtherFaults(sides.after, names, change.refusesUrl))];
  if (faults.length === 0) return;
  throw new Problem('validation_failed', {
    errors: faults.map(({ name, says }) => ({ field: name, code: 'invalid', message: says })),
  });
}

/** Why this setting cannot be changed by the caller. */
function refusal(name: SettingName, around: SettingsAround, { personId }: SettingsChange): FieldError[] {
  const fixed = fixedBy(name, around);
  if (fixed !== null)
    return [{ field: name, code: 'fixed', message: `It is set by ${fixed}, which has precedence. Change it there.` }];
  if (personId === null || settingNamed(name)?.changedIn === 'session') return [];
  const command = `quittance settings set ${name} VALUE`;
  return [
    { field: name, code: 'command_line_only', message: `It can be changed on the command line only: ${command}` },
  ];
}

function faultsOf(stored: StoredSettings, { environment, config }: SettingsAround): readonly SettingFault[] {
  return [...environmentWith(environment.variables, stored).faults, ...ratesWith(config, stored).faults];
}

/** Checks that are not made when the process reads its settings. */
async function furtherFaults(
  stored: StoredSettings,
  names: readonly SettingName[],
  refusesUrl: SettingsChange['refusesUrl'],
): Promise<SettingFault[]> {
  const faults: SettingFault[] = [];
  const check = async (name: SettingName, why: (held: string) => string | null | Promise<string | null>) => {
    const held = stored.get(name);
    const says = names.includes(name) && held !== undefined ? await why(held) : null;
    if (says !== null) faults.push({ name, says });
  };
  await check('backup_to', backupTargetFault);
  await check('backup_recipient', async (held) => {
    const { requireRecipient } = await import('../../../../io/files/age-file.ts');
    return whyNot(() => requireRecipient(held))?.replaceAll('BACKUP_RECIPIENT', 'backup_recipient') ?? null;
  });
  await check('public_url', (held) => refusesUrl?.(held) ?? null);
  return faults;
}

function whyNot(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof StartFault) return error.message;
    throw error;
  }
}

/** The values for the audit log. A secret shows only its host or folder. */
function shown(stored: StoredSettings, names: readonly SettingName[], isNew: boolean): Record<string, unknown> {
  const members = settings
    .filter(({ name }) => names.includes(name))
    .map((setting) => {
      const held = stored.get(setting.name) ?? null;
      const value = held !== null && setting.isSecret ? hidden(held, isNew) : settingValue(setting, held);
      return [setting.name, value] as const;
    });
  return Object.fromEntries(members);
}

/** Differs between the old and the new value, so that a new password appears as a change. */
function hidden(held: string, isNew: boolean): string {
  return `${secretHint(held)} (${isNew ? 'new' : 'former'} value not shown)`.trim();
}

// `settings set`: stores a setting. Running services use it within 5 seconds.
import { text as readAll } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { settingText } from '../../core/config/settings/settings.ts';
import { Problem } from '../../core/problem.ts';
import { readStoredSettings } from '../../features/known/settings/settings-store.ts';
import { changeSettings } from '../../features/operations/operator/settings/change-settings.ts';
import { settingsView } from '../../features/operations/operator/settings/settings-view.ts';
import { byCommandLine } from '../../features/people/audit/audit-change.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault, required } from '../words.ts';
import { requireSetting } from './get-setting.ts';
import { valueText } from './list-settings.ts';

export const setSettingCommand: Command = {
  takes: 'NAME VALUE [--if-unset] | NAME - | NAME --default [--json]',
  about: [
    'Stores a setting in the database; running services use it within 5 seconds. With - it reads the value from its',
    'input, so that a password is in no history. --default returns to the default. --if-unset keeps a stored value.',
  ].join(' '),
  async run(args, terminal) {
    const options = {
      json: { type: 'boolean' },
      default: { type: 'boolean' },
      'if-unset': { type: 'boolean' },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { name } = requireSetting(positionals[0]);
    const given = positionals[1] === '-' ? await readAll(terminal.input) : positionals[1];
    const value = values.default === true ? null : settingText(required('The value', given));
    const shown = await withInstance(terminal, async (instance, open) => {
      const change = { values: new Map([[name, value]]), by: byCommandLine, personId: null, refusesUrl: null };
      const keeps = values['if-unset'] === true && (await readStoredSettings(instance.db, instance.vault)).has(name);
      if (!keeps) await instance.db.atomically((trx) => changeSettings(trx, instance, open, change)).catch(explain);
      return settingsView(await readStoredSettings(instance.db, instance.vault), open);
    });
    const setting = shown[name];
    terminal.output.write(
      values.json === true ? `${JSON.stringify(setting)}\n` : `${name}: ${valueText(setting)} (${setting.source})\n`,
    );
    return 0;
  },
};

function explain(error: unknown): never {
  if (error instanceof Problem && error.code === 'validation_failed')
    throw fault((error.errors ?? []).map(({ field, message }) => `${field}: ${message}`).join('\n'));
  throw error;
}

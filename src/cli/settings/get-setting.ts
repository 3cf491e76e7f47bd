// `settings get`: prints the value of one setting.
import { parseArgs } from 'node:util';
import { suggestion } from '../../core/config/nearest-word.ts';
import { settingNamed, settings } from '../../core/config/settings/settings.ts';
import { readStoredSettings } from '../../features/known/settings/settings-store.ts';
import { settingsView } from '../../features/operations/operator/settings/settings-view.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault, required } from '../words.ts';
import { valueText } from './list-settings.ts';

export const getSettingCommand: Command = {
  takes: 'NAME [--json]',
  about: 'Prints the value that holds. A secret is not printed, only its host or folder.',
  async run(args, terminal) {
    const { values, positionals } = parseArgs({ args, options: { json: { type: 'boolean' } }, allowPositionals: true });
    const { name } = requireSetting(positionals[0]);
    const shown = await withInstance(terminal, async ({ db, vault }, open) =>
      settingsView(await readStoredSettings(db, vault), open),
    );
    const setting = shown[name];
    terminal.output.write(`${values.json === true ? JSON.stringify(setting) : valueText(setting)}\n`);
    return 0;
  },
};

/** Throws StartFault for an unknown name. */
export function requireSetting(word: string | undefined) {
  const given = required('The name of a setting', word);
  const found = settingNamed(given.toLowerCase());
  if (found !== null) return found;
  const names = settings.map(({ name }) => name);
  throw fault(`There is no setting ${given}${suggestion(given, names)}. There are: ${names.join(', ')}.`);
}

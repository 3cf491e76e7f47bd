// `settings`: shows every setting of the instance, its value and its source.
import { parseArgs } from 'node:util';
import { readStoredSettings } from '../../features/known/settings/settings-store.ts';
import { type SettingShown, settingsView } from '../../features/operations/operator/settings/settings-view.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';

export const listSettingsCommand: Command = {
  takes: '[--json]',
  about: 'Shows every setting, its value and its source: the database, the environment, quittance.json or the default.',
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    const shown = await withInstance(terminal, async ({ db, vault }, open) =>
      settingsView(await readStoredSettings(db, vault), open),
    );
    terminal.output.write(values.json === true ? `${JSON.stringify(shown)}\n` : table(shown));
    return 0;
  },
};

/** The value on one line; a secret shows only its host or folder. */
export function valueText({ value, is_secret: isSecret, is_set: isSet, hint }: SettingShown): string {
  if (!isSet) return '-';
  if (isSecret) return `(set: ${hint})`;
  return Array.isArray(value) ? value.join(',') : String(value);
}

function table(shown: Readonly<Record<string, SettingShown>>): string {
  const rows = [
    ['setting', 'source', 'value'],
    ...Object.entries(shown).map(([name, setting]) => [name, setting.source, valueText(setting)]),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

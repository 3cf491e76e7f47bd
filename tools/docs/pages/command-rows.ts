// The table of commands, from the command line's own catalogue.
import { commands } from '../../../src/cli/commands.ts';
import { code, table } from './table.ts';

export async function commandRows(): Promise<string[]> {
  const rows = Object.entries(commands).map(async ([name, load]) => {
    const { takes, about } = await load();
    return [code(`${name} ${takes}`.trim()), about];
  });
  return table(['Command', 'Description'], await Promise.all(rows));
}

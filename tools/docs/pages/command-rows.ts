// The table of commands, from the command line's own catalogue.

import type { Command } from '../../../src/cli/command.ts';
import { commands, launched } from '../../../src/cli/commands.ts';
import { code, table } from './table.ts';

export async function commandRows(): Promise<string[]> {
  const first = Object.entries(launched).map(([name, command]) => rowOf(name, command));
  const rows = Object.entries(commands).map(async ([name, load]) => rowOf(name, await load()));
  return table(['Command', 'Description'], [...first, ...(await Promise.all(rows))]);
}

function rowOf(name: string, { takes, about }: Pick<Command, 'takes' | 'about'>): string[] {
  return [code(`${name} ${takes}`.trim()), about];
}

// `migrate`: brings the database to this version. The service also does this at start.
import { parseArgs } from 'node:util';
import { plannedMigrations } from '../io/db/migrate/migrate.ts';
import type { PlannedMigration } from '../io/db/migrate/plan-migrations.ts';
import { type Environment, readEnvironment } from '../io/environment.ts';
import { createLog } from '../io/log.ts';
import { openDatabase, reachDatabase } from '../roles/open-database.ts';
import { migrationsDirectory } from '../roles/open-instance.ts';
import type { Command } from './command.ts';
import type { Terminal } from './terminal.ts';

export const migrateCommand: Command = {
  takes: '[--plan]',
  about: 'Brings the database to this version. --plan only prints the steps.',
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { plan: { type: 'boolean' } } });
    const environment = readEnvironment(terminal.variables);
    if (values.plan) return printPlan(environment, terminal);
    const database = await openDatabase(environment, createLog('info', terminal.errors));
    await database.stop();
    terminal.output.write('The database is up to date.\n');
    return 0;
  },
};

async function printPlan(environment: Environment, terminal: Terminal): Promise<number> {
  const database = await reachDatabase(environment, createLog('warn', terminal.errors));
  try {
    const planned = await plannedMigrations(database.url, migrationsDirectory);
    terminal.output.write(planned.length === 0 ? 'The database is up to date.\n' : planned.map(sentenceOf).join(''));
    return 0;
  } finally {
    await database.stop();
  }
}

function sentenceOf({ name, isConcurrent, tables }: PlannedMigration): string {
  const how = isConcurrent ? 'statement by statement, while others read and write' : 'in one commit';
  const which = tables.map(
    ({ name: table, rows, bytes }) =>
      `    ${table}: ${rows === null ? 'rows not counted' : `${rows} rows`}, ${sizeOf(bytes)}\n`,
  );
  return `${name}: ${how}\n${which.join('')}`;
}

/** In megabytes, which is enough to recognize a large table. */
function sizeOf(bytes: bigint): string {
  return `${(bytes + 524_288n) / 1_048_576n} MB`;
}

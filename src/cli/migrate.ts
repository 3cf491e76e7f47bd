// `migrate`: brings the database to this version. The service does it at start too.
import { parseArgs } from 'node:util';
import { readEnvironment } from '../io/environment.ts';
import { createLog } from '../io/log.ts';
import { openDatabase } from '../roles/open-database.ts';
import type { Command } from './command.ts';

export const migrateCommand: Command = {
  takes: '',
  about: 'Brings the database to this version.',
  async run(args) {
    parseArgs({ args, options: {} });
    const database = await openDatabase(readEnvironment(process.env), createLog('info', process.stderr));
    await database.stop();
    process.stdout.write('The database is up to date.\n');
    return 0;
  },
};

// `backup`: the whole instance as one file, taken at one moment, whether or not the service runs.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment } from '../../io/environment.ts';
import { refuseExisting, writeBackup } from '../../io/files/backup-file.ts';
import { createLog } from '../../io/log.ts';
import { keptSecretKey } from '../../io/secrets/secret-key.ts';
import { openDatabase } from '../../roles/open-database.ts';
import type { Command } from '../command.ts';
import { fault } from '../words.ts';
import { dumpInstance } from './dump-instance.ts';
import { amount } from './progress.ts';

export const backupCommand: Command = {
  takes: 'FILE [--without-key]',
  about:
    'Writes the database, the key that DATA_DIR keeps and the pictures to FILE (mode 0600), of one moment, beside a running service. With --without-key the key is left out, and must be kept elsewhere.',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      options: { 'without-key': { type: 'boolean' } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw fault('Say one FILE to write the backup to.');
    const path = resolve(file);
    await refuseExisting(path);
    const environment = readEnvironment(process.env);
    const kept = await keptSecretKey(environment.dataDir);
    const key = environment.secretKey ?? kept;
    const database = await openDatabase(environment, createLog('warn', process.stderr));
    try {
      const keyInside = environment.secretKey === null && values['without-key'] !== true ? kept : null;
      let done = { rows: 0, pictures: 0 };
      await writeBackup(path, async (writer) => {
        done = await dumpInstance(writer, { databaseUrl: database.url, environment, key, keyInside });
      });
      const pictures =
        environment.s3Url === null ? amount(done.pictures, 'picture') : 'no pictures: they stay in S3_URL';
      process.stdout.write(`${path}: ${amount(done.rows, 'row')}, ${pictures}. ${emitKey(keyInside !== null)}\n`);
      return 0;
    } finally {
      await database.stop();
    }
  },
};

function emitKey(isInside: boolean): string {
  return isInside
    ? 'The secret key is inside: keep the file as you would keep the key.'
    : 'The secret key is not inside: without it the backup is worth nothing. Keep SECRET_KEY apart from it.';
}

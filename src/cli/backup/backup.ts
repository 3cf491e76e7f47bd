// `backup`: the whole instance as one file, taken at one moment, whether or not the service runs.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment } from '../../io/environment.ts';
import { refuseExisting, writeBackup } from '../../io/files/backup-file.ts';
import { createLog } from '../../io/log.ts';
import { keptSecretKey } from '../../io/secrets/secret-key.ts';
import { openDatabase } from '../../roles/open-database.ts';
import { dumpInstance } from '../../roles/upkeep/dump-instance.ts';
import type { Command } from '../command.ts';
import { fault } from '../words.ts';
import { amount, progressOn } from './progress.ts';

export const backupCommand: Command = {
  takes: 'FILE [--with-key]',
  about:
    'Writes the database and the pictures of one moment to FILE (mode 0600), while the service runs, ' +
    'encrypted to BACKUP_RECIPIENT if it is set. The secret key is not in the file, so keep it elsewhere; ' +
    '--with-key adds it to an encrypted file.',
  async run(args, terminal) {
    const { values, positionals } = parseArgs({
      args,
      options: { 'with-key': { type: 'boolean' } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw fault('Say one FILE to write the backup to.');
    const path = resolve(file);
    await refuseExisting(path);
    const environment = readEnvironment(terminal.variables);
    const { backupRecipient: recipient } = environment;
    const withKey = values['with-key'] === true;
    if (withKey && recipient === null)
      throw fault('--with-key needs BACKUP_RECIPIENT: the secret key goes only into an encrypted backup.');
    if (recipient !== null) (await import('../../io/files/age-file.ts')).requireRecipient(recipient);
    const kept = await keptSecretKey(environment.dataDir);
    const key = environment.secretKey ?? kept;
    const database = await openDatabase(environment, createLog('warn', terminal.errors));
    try {
      const keyInside = withKey ? key : null;
      const progressOf = progressOn(terminal);
      let done = { rows: 0, pictures: 0 };
      await writeBackup(
        path,
        async (writer) => {
          done = await dumpInstance(writer, { databaseUrl: database.url, environment, key, keyInside, progressOf });
        },
        recipient,
      );
      const pictures =
        environment.s3Url === null ? amount(done.pictures, 'picture') : 'no pictures: they stay in S3_URL';
      const encryption = recipient === null ? 'Not encrypted (set BACKUP_RECIPIENT)' : 'Encrypted to BACKUP_RECIPIENT';
      terminal.output.write(
        `${path}: ${amount(done.rows, 'row')}, ${pictures}. ` + `${encryption}. ${emitKey(keyInside !== null)}\n`,
      );
      return 0;
    } finally {
      await database.stop();
    }
  },
};

function emitKey(isInside: boolean): string {
  return isInside
    ? 'The secret key is inside: whoever has the identity has the key.'
    : 'The secret key is not inside: without it the backup is worth nothing. Keep SECRET_KEY apart from it.';
}

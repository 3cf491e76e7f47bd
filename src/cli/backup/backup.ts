// `backup`: writes the whole instance to one file, as of one moment, whether or not the service runs.
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
    'Writes a snapshot of the database and the pictures to FILE (mode 0600). The service may be running. ' +
    'The file is encrypted to BACKUP_RECIPIENT if it is set. The secret key is left out and must be kept elsewhere; ' +
    '--with-key includes it in an encrypted backup.',
  async run(args, terminal) {
    const { values, positionals } = parseArgs({
      args,
      options: { 'with-key': { type: 'boolean' } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw fault('Give one FILE to write the backup to.');
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
    ? 'The backup contains the secret key: the age identity that opens it gives access to the key.'
    : 'The backup does not contain the secret key and is useless without it. Keep SECRET_KEY in a separate place.';
}

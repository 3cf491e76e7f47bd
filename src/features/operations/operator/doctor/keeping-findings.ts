// Findings about keys, lost commits and backups.

import type { Environment } from '../../../../io/environment.ts';
import type { Instance } from '../../../instance.ts';
import { type BackupRun, readBackupRun } from '../../../known/backups/backup-run-store.ts';
import { readStanding, whyNoQuotes } from '../../failover/standing-store.ts';
import { listKeyChecks } from '../../keys/key-store.ts';
import type { Finding } from './finding.ts';

const rotate = 'run quittance key rotate, then remove SECRET_KEY_OLD';

export async function keepingFindings(
  { db, clock }: Pick<Instance, 'db' | 'clock'>,
  { backupEvery, backupTo }: Pick<Environment, 'backupEvery' | 'backupTo'>,
): Promise<Finding[]> {
  const keys = await listKeyChecks(db);
  const standing = await readStanding(db);
  const stopped = await whyNoQuotes(db);
  const how = standing.wentBackHow ?? 'another server was promoted';
  const recovered = standing.recoveredAt === null ? '' : `; recovered at ${standing.recoveredAt.toISOString()}`;
  return [
    {
      what: 'keys',
      isGood: true,
      says:
        keys.length > 1
          ? ['SECRET_KEY opens this database together with SECRET_KEY_OLD;', rotate].join(' ')
          : 'the secret key opens all sealed data of this database',
    },
    {
      what: 'failover',
      isGood: stopped === null,
      says:
        stopped === null
          ? `no commit that was seen is missing${recovered}`
          : `database_went_back: ${how}; quotes are stopped. Run: quittance recover`,
    },
    backupFinding(await readBackupRun(db), clock.now(), backupTo === null ? null : backupEvery),
  ];
}

/**
 * `everyMillis` is the interval of backups; null if none is planned. A backup counts as missing after twice that time.
 */
export function backupFinding({ goodAt, name, failure }: BackupRun, now: Date, everyMillis: number | null): Finding {
  if (everyMillis === null)
    return {
      what: 'backup',
      isGood: false,
      says: 'none is planned: the loss of a disk would lose all data. Set BACKUP_TO and BACKUP_EVERY',
    };
  const why = failure === null ? '' : ` The last try failed: ${failure}`;
  if (goodAt === null) return { what: 'backup', isGood: false, says: `none was made yet. Is a worker running?${why}` };
  const age = now.getTime() - goodAt.getTime();
  const says = `the last good one, ${name}, is ${Math.round(age / 3_600_000)} h old`;
  if (age <= 2 * everyMillis) return { what: 'backup', isGood: true, says };
  return { what: 'backup', isGood: false, says: `${says}, which is too old. Check BACKUP_TO and the worker.${why}` };
}

// Makes regular backups (BACKUP_EVERY), in one of all workers, and stores them in a folder or a bucket.

import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { redirectTargetOf } from '../../core/urls/redirect-target.ts';
import type { Instance } from '../../features/instance.ts';
import {
  claimBackupRun,
  recordFailedBackup,
  recordGoodBackup,
  renewBackupRun,
} from '../../features/known/backups/backup-run-store.ts';
import type { Environment } from '../../io/environment.ts';
import { readBackup, writeBackup } from '../../io/files/backup-file.ts';
import { readBucketUrl } from '../../io/files/bucket-folder.ts';
import { endedOr } from '../../io/process/ended-or.ts';
import { recordJobRun } from '../../io/process/job-runs.ts';
import { dumpInstance } from './dump-instance.ts';

export interface BackupParts {
  readonly instance: Pick<Instance, 'db' | 'clock' | 'log'>;
  readonly databaseUrl: string;
  readonly secretKey: Buffer;
  readonly environment: Pick<Environment, 'dataDir' | 's3Url' | 'backupRecipient'>;
  readonly to: string;
  readonly everyMillis: number;
}

/** How many scheduled backups are kept in a folder. In a bucket, the bucket's own rules apply. */
const kept = 14;
const lookMillis = 10_000;
const renewMillis = 60_000;
/** The longest wait after a failure, or after a worker that died during a backup. */
const longestRetryMillis = 600_000;
const ownName = /^quittance-\d{8}T\d{6}\d{3}Z\.backup(\.age)?$/;
const silent = { add: () => undefined, done: () => undefined };

/**
 * Checks now and then whether a backup is due. `stop` does not wait for a running one, which leaves a draft behind;
 * `retire` does until `hurry` is aborted.
 */
export function makeBackups(parts: BackupParts): { stop(): Promise<void>; retire(hurry: AbortSignal): Promise<void> } {
  let isBusy = false;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    isBusy = true;
    try {
      await makeWhenDue(parts);
    } catch (error) {
      parts.instance.log.warn({ err: error }, 'could not check whether a backup is due');
    } finally {
      isBusy = false;
    }
  };
  const begin = () => {
    if (!isBusy) looking = look();
  };
  begin();
  const timer = setInterval(begin, lookMillis).unref();
  return {
    stop: async () => clearInterval(timer),
    async retire(hurry) {
      clearInterval(timer);
      await endedOr(looking, hurry);
    },
  };
}

async function makeWhenDue(parts: BackupParts): Promise<void> {
  const { db, clock, log } = parts.instance;
  const retryMillis = Math.min(longestRetryMillis, parts.everyMillis);
  if (!(await claimBackupRun(db, { everyMillis: parts.everyMillis, retryMillis }))) return;
  const renewing = setInterval(() => void renewBackupRun(db).catch(() => undefined), renewMillis).unref();
  const at = clock.now();
  try {
    const name = await makeOne(parts, at);
    await recordGoodBackup(db, name, at);
    recordJobRun('backup', 'good', clock.now());
    log.info({ event: 'backup_made', name }, 'made a backup');
  } catch (error) {
    recordJobRun('backup', 'failed', clock.now());
    log.error({ event: 'backup_failed', err: error }, 'could not make a backup');
    await recordFailedBackup(db, (error as Error).message);
  } finally {
    clearInterval(renewing);
  }
}

async function makeOne({ environment, databaseUrl, secretKey, to }: BackupParts, at: Date): Promise<string> {
  const { backupRecipient } = environment;
  const stamp = at.toISOString().replaceAll(/[-:.]/g, '');
  const name = `quittance-${stamp}.backup${backupRecipient === null ? '' : '.age'}`;
  const isBucket = /^(s3|https?):/.test(to);
  const folder = isBucket ? join(environment.dataDir, 'backup-drafts') : to;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const source = { databaseUrl, environment, key: secretKey, keyInside: null, progressOf: () => silent };
  await clearDrafts(folder, isBucket);
  await writeBackup(
    join(folder, name),
    async (writer) => {
      await dumpInstance(writer, source);
    },
    backupRecipient,
  );
  await verify(join(folder, name), backupRecipient);
  if (isBucket) await upload(to, join(folder, name), name);
  else await forgetOld(folder);
  return name;
}

/**
 * Reads the written backup as a restore would. An encrypted one can be opened only elsewhere, and is tested there with
 * `restore --check`.
 */
async function verify(path: string, recipient: string | null): Promise<void> {
  if (recipient !== null) return;
  for await (const _entry of readBackup(path, null));
}

/** Removes drafts of workers that died. */
async function clearDrafts(folder: string, isOnlyDrafts: boolean): Promise<void> {
  for (const name of await readdir(folder)) {
    const isDraft = ownName.test(name.replace(/\.part$/, '')) && (isOnlyDrafts || name.endsWith('.part'));
    if (isDraft) await rm(join(folder, name), { force: true });
  }
}

async function forgetOld(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => ownName.test(name)).sort();
  for (const name of names.slice(0, -kept)) await rm(join(folder, name), { force: true });
}

/**
 * Streams the file from disk with its hash, so that the bucket stores it completely or not at all. One PUT takes up to
 * 5 GB (Amazon S3 API Reference, PutObject).
 */
async function upload(to: string, path: string, name: string): Promise<void> {
  const { place, client } = readBucketUrl(to);
  try {
    const headers = { 'x-amz-content-sha256': await sha256Of(path), 'content-type': 'application/octet-stream' };
    const signed = await client.sign(`${place}/${name}`, { method: 'PUT', headers });
    const body = await openAsBlob(path);
    const answer = await fetch(signed.url, { method: 'PUT', headers: signed.headers, body, redirect: 'manual' });
    await answer.body?.cancel();
    const target = redirectTargetOf(place, answer, { isSecretPath: true });
    if (target !== null)
      throw new Error(
        `The bucket of BACKUP_TO redirects to ${target} (${answer.status}): name its own region and endpoint.`,
      );
    if (!answer.ok) throw new Error(`The bucket of BACKUP_TO answered ${answer.status}.`);
  } finally {
    await rm(path, { force: true });
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

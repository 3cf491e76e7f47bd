// Checks whether a folder or a bucket accepts files, with a small file that is removed again.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBucketUrl } from '../bucket-folder.ts';

const waitMillis = 10_000;

/** `id` makes the file's name unique. Returns null if the file was written, otherwise the reason. */
export async function tryTarget(to: string, id: string): Promise<string | null> {
  const name = `quittance-test-${id}`;
  try {
    await (/^(s3|https?):/.test(to) ? tryBucket(to, name) : tryFolder(to, name));
    return null;
  } catch (error) {
    return reasonOf(error as NodeJS.ErrnoException);
  }
}

async function tryFolder(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, name), '', { mode: 0o600, flag: 'wx' });
  await rm(join(folder, name));
}

async function tryBucket(url: string, name: string): Promise<void> {
  const { place, client } = readBucketUrl(url);
  for (const method of ['PUT', 'DELETE']) {
    const init = { method, redirect: 'manual' as const, signal: AbortSignal.timeout(waitMillis) };
    const answer = await client.fetch(`${place}/${name}`, method === 'PUT' ? { ...init, body: 'test' } : init);
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The bucket answered ${answer.status}.`);
  }
}

function reasonOf({ code, message, cause }: NodeJS.ErrnoException): string {
  if (code === 'EACCES' || code === 'EPERM') return 'The service may not write there. Check the permissions.';
  if (code === 'EROFS') return 'The file system there is read-only.';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'A part of the path is a file, not a folder.';
  if (code === 'ENOSPC') return 'The disk is full.';
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

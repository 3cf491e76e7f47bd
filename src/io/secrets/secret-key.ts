// The instance's key: given by the operator, or made once and kept in the data folder.
import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeSecretKey } from '../environment.ts';
import { StartFault } from '../start-fault.ts';

/**
 * 32 bytes: `given`, or what DATA_DIR/secret-key holds, which is made (mode 0600) where it is missing. Processes that
 * start together on one folder agree on one key. Throws StartFault where the file cannot be read, written or
 * understood.
 */
export async function loadSecretKey(dataDir: string, given: Buffer | null): Promise<Buffer> {
  if (given !== null) return given;
  const path = join(dataDir, 'secret-key');
  try {
    return (await readKey(path)) ?? (await makeKey(dataDir, path));
  } catch (error) {
    if (error instanceof StartFault) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartFault(
      `The secret key cannot be kept in ${path} (${reason}). Make DATA_DIR writable, or give SECRET_KEY.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * The key that DATA_DIR keeps; null where there is none. Makes nothing. Throws StartFault where it cannot be
 * understood.
 */
export function keptSecretKey(dataDir: string): Promise<Buffer | null> {
  return readKey(join(dataDir, 'secret-key'));
}

/** Keeps `key` in DATA_DIR; one that is there already is put aside under the name answered, or null. */
export async function keepSecretKey(dataDir: string, key: Buffer, now: Date): Promise<string | null> {
  const path = join(dataDir, 'secret-key');
  const before = await readKey(path);
  if (before?.equals(key)) return null;
  const aside = `${path}.before-${now.toISOString().replaceAll(/[-:.]/g, '')}`;
  if (before !== null) await rename(path, aside);
  await makeKey(dataDir, path, key);
  return before === null ? null : aside;
}

/** null where there is no such file yet. */
async function readKey(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const key = decodeSecretKey(text.trim());
  if (key === null) {
    // Making another key would lock away everything that this one sealed.
    throw new StartFault(
      `${path} does not hold 32 bytes in base64. Restore it from a backup; it opens what the database keeps sealed.`,
    );
  }
  await closeToOthers(path);
  return key;
}

/** Written in full and to the disk under another name first, then linked: nobody ever reads half a key. */
async function makeKey(dataDir: string, path: string, wanted: Buffer = randomBytes(32)): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${wanted.toString('base64')}\n`);
    await file.sync();
    await file.close();
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      // Another process was first: its key is the key.
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
  }
  const key = await readKey(path);
  if (key === null) throw new Error('the file vanished while it was made');
  return key;
}

/** A copied or mounted file may have come with wider rights; where they cannot be narrowed, the volume decides. */
async function closeToOthers(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) await chmod(path, 0o600).catch(() => undefined);
}

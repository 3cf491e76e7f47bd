// The instance's key: set by the operator, or created once and stored in the data folder.
import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeSecretKey } from '../environment.ts';
import { StartFault } from '../start-fault.ts';

/**
 * Returns 32 bytes: `given`, or the content of DATA_DIR/secret-key. Creates that file (mode 0600) if it is missing.
 * Processes that start together on one folder get the same key. Throws StartFault if the file cannot be read or
 * written, or is invalid.
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
      `The secret key cannot be stored in ${path} (${reason}). Make DATA_DIR writable, or set SECRET_KEY.`,
      {
        cause: error,
      },
    );
  }
}

/** Returns the key in DATA_DIR, or null if there is none. Creates nothing. Throws StartFault if it is invalid. */
export function keptSecretKey(dataDir: string): Promise<Buffer | null> {
  return readKey(join(dataDir, 'secret-key'));
}

/** Stores `key` in DATA_DIR. Renames an existing key file and returns its new name, or null if there was none. */
export async function keepSecretKey(dataDir: string, key: Buffer, now: Date): Promise<string | null> {
  const path = join(dataDir, 'secret-key');
  const before = await readKey(path);
  if (before?.equals(key)) return null;
  const aside = `${path}.before-${now.toISOString().replaceAll(/[-:.]/g, '')}`;
  if (before !== null) await rename(path, aside);
  await makeKey(dataDir, path, key);
  return before === null ? null : aside;
}

/** Returns null if the file does not exist yet. */
async function readKey(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const key = decodeSecretKey(text.trim());
  if (key === null) {
    // A new key could not open anything that the old one sealed.
    throw new StartFault(
      `${path} does not contain 32 bytes in base64. Restore it from a backup; the database's sealed data needs it.`,
    );
  }
  await closeToOthers(path);
  return key;
}

/** Writes and syncs the key under another name first and then links it, so that no process reads a partial key. */
async function makeKey(dataDir: string, path: string, wanted: Buffer = randomBytes(32)): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${wanted.toString('base64')}\n`);
    await file.sync();
    await file.close();
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      // Another process created the key first, so that key is used.
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
  }
  const key = await readKey(path);
  if (key === null) throw new Error('the file disappeared while it was created');
  return key;
}

/** A copied or mounted file may have wider permissions. If they cannot be changed, the volume defines them. */
async function closeToOthers(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) await chmod(path, 0o600).catch(() => undefined);
}

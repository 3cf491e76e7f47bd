// DATA_DIR/setup-link: contains the set-up link while it is valid. Only the service's own user can read it.
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Replaces the file atomically, so that readers never see a partial link or wider permissions. */
export async function writeSetUpFile(dataDir: string, link: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const path = setUpFile(dataDir);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${link}\n`);
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

export async function removeSetUpFile(dataDir: string): Promise<void> {
  await rm(setUpFile(dataDir), { force: true });
}

function setUpFile(dataDir: string): string {
  return join(dataDir, 'setup-link');
}

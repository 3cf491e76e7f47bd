// DATA_DIR/setup-link: the set-up link, readable by the service's own user alone, for as long as it can be used.
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Replaces the file in one step: no reader finds half a link, nor a file with wider rights. */
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

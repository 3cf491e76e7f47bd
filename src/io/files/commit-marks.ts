// Records outside the database which commits a process has seen, so that commits lost by the database are noticed.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SeenMarks {
  readonly instance: string;
  /** A decimal number. */
  readonly generation: string;
  readonly process: string;
  readonly marks: number;
}

const folderName = 'database-seen';
const oldestMillis = 30 * 86_400_000;
/** A running process writes its file every second. */
const restingMillis = 60_000;

/** Returns the marks of the last thirty days from all processes that used this data folder. Skips unreadable files. */
export async function readSeenMarks(dataDir: string, now: Date): Promise<SeenMarks[]> {
  const found: SeenMarks[] = [];
  for (const { path, age } of await filesOf(dataDir, now)) {
    if (age > oldestMillis) continue;
    const marks = await readFile(path, 'utf8')
      .then((text) => JSON.parse(text) as Partial<SeenMarks>)
      .catch(() => null);
    if (marks !== null && isWhole(marks)) found.push(marks);
  }
  return found;
}

/**
 * Writes atomically, but without fsync, because this protects against the loss of the database and not of this machine.
 */
export async function writeSeenMarks(dataDir: string, marks: SeenMarks): Promise<void> {
  const path = join(dataDir, folderName, `${marks.process}.json`);
  await mkdir(join(dataDir, folderName), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.draft`, JSON.stringify(marks), { mode: 0o600 });
  await rename(`${path}.draft`, path);
}

/** Removes the files of processes that have ended. A mark set after the comparison covers them. */
export async function forgetSeenMarks(dataDir: string, now: Date): Promise<void> {
  for (const { path, age } of await filesOf(dataDir, now)) if (age > restingMillis) await rm(path, { force: true });
}

async function filesOf(dataDir: string, now: Date): Promise<{ path: string; age: number }[]> {
  const folder = join(dataDir, folderName);
  const names = await readdir(folder).catch(() => []);
  const files: { path: string; age: number }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null) files.push({ path, age: now.getTime() - found.mtimeMs });
  }
  return files;
}

function isWhole(marks: Partial<SeenMarks>): marks is SeenMarks {
  const { instance, generation, process, marks: count } = marks;
  return (
    typeof instance === 'string' &&
    /^\d+$/.test(generation ?? '') &&
    /^[0-9a-f-]{36}$/.test(process ?? '') &&
    Number.isSafeInteger(count)
  );
}

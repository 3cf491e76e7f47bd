// The folder for all temporary files of a run: in memory if there is room, and removed after the run.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Set by the runner for its workers. Programs that are unpacked once for all runs stay in the system's folder. */
const lastingVariable = 'QUITTANCE_LASTING_TMPDIR';

/** A folder for temporary files that outlives a run. */
export const lastingFolder = process.env[lastingVariable] ?? tmpdir();

const prefix = 'quittance-test-run-';
const memory = '/dev/shm';
/** A run needs about a tenth of the first value. The second leaves as much memory for its processes. */
const neededBytes = { there: 4 * 2 ** 30, inMemory: 8 * 2 ** 30 };
/** The file system type of tmpfs, see statfs(2). */
const tmpfsMagic = 0x01021994;

/** Creates the folder, and sets it as the temporary folder of this process and of all that it starts. */
export function openScratchSpace(): { close(): void } {
  const place = isUsable(memory) ? memory : lastingFolder;
  const folder = join(place, `${prefix}${process.pid}`);
  // PostgreSQL may run as another user.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  process.env[lastingVariable] = lastingFolder;
  process.env.TMPDIR = folder;
  return { close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The folders of runs that were killed before they could remove them. */
export function foldersOfKilledRuns(): string[] {
  return [lastingFolder, memory].flatMap((place) =>
    namesIn(place)
      .filter((name) => {
        const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length) : Number.NaN);
        return Number.isInteger(pid) && !isAlive(pid);
      })
      .map((name) => join(place, name)),
  );
}

/** Containers often limit it to 64 MB, and forbid running programs from it. */
function isUsable(place: string): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(place);
    return (
      type === tmpfsMagic &&
      bavail * bsize >= neededBytes.there &&
      availableBytes() >= neededBytes.inMemory &&
      runsFrom(place)
    );
  } catch {
    return false;
  }
}

/** See proc_meminfo(5). */
function availableBytes(): number {
  return Number(/^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024;
}

function runsFrom(place: string): boolean {
  const program = join(place, `quittance-test-probe-${process.pid}`);
  try {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(program, { force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

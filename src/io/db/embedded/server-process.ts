// Finds the server that runs on a cluster, from its postmaster.pid and the system's process list.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface ServerNote {
  pid: number;
  port: number;
  /** starting, ready, stopping or standby. Empty right after the server's start. */
  status: string;
}

const ORPHANS_LEAVE_MILLIS = 5_000;
const STEP_MILLIS = 20;

/**
 * Returns the running server of a cluster, or null. Ignores postmaster.pid if its process is dead, a zombie or another
 * program.
 */
export function livingServer(cluster: string): ServerNote | null {
  const note = readNote(cluster);
  return note && isServerOf(note.pid, cluster) ? note : null;
}

/** Waits until process `pid` no longer serves `cluster`. Returns false if it still does after `millis`. */
export async function serverGone(pid: number, cluster: string, millis: number): Promise<boolean> {
  for (let waited = 0; isServerOf(pid, cluster); waited += STEP_MILLIS) {
    if (waited > millis) return false;
    await delay(STEP_MILLIS);
  }
  return true;
}

/**
 * Removes the remains of a killed server: its orphaned child processes, which usually end by themselves, and its
 * postmaster.pid. With that file, PostgreSQL refuses to start while any process, even a zombie, has the recorded id.
 * Call this while holding the lock, and only if no server is running.
 */
export async function clearRemains(cluster: string): Promise<void> {
  for (let waited = 0; ; waited += STEP_MILLIS) {
    const orphans = processesIn(cluster);
    if (orphans.length === 0) break;
    if (waited > ORPHANS_LEAVE_MILLIS) for (const pid of orphans) signal(pid, 'SIGKILL');
    await delay(STEP_MILLIS);
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

export function signal(pid: number, name: 'SIGINT' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

// The format of postmaster.pid is defined in PostgreSQL's src/include/utils/pidfile.h.
function readNote(cluster: string): ServerNote | null {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return null;
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
}

// The working folder of every PostgreSQL server process is its cluster. A zombie has none.
function isServerOf(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') return workingFolder(pid) === cluster && programName(pid).startsWith('postgres');
  const { stdout } = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' });
  return !stdout.startsWith('Z') && stdout.includes('postgres') && stdout.includes(cluster);
}

function processesIn(cluster: string): number[] {
  // Other systems do not show a process's working folder. There, PostgreSQL's own check of shared memory protects the
  // start.
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && isServerOf(pid, cluster));
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function programName(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8');
  } catch {
    return '';
  }
}

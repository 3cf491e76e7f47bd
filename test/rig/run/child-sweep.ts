// Makes sure that a node that a test or the demo started ends with it, for whatever reason it ends.
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { lastingFolder } from './scratch-space.ts';

/**
 * Registers `child` to be killed when this process ends by itself, by an uncaught error or by a signal. A process that
 * is killed with SIGKILL leaves a note, which the next sweepStrays reads. `mark` is a word of the child's command line.
 */
export function adopt(child: ChildProcess, mark: string): void {
  if (child.pid === undefined) return;
  listen();
  children.add(child);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const note = join(folder, `${child.pid}.json`);
  writeFileSync(
    note,
    JSON.stringify({ pid: child.pid, parent: process.pid, parentStarted: startTime(process.pid), mark }),
  );
  child.once('exit', () => {
    children.delete(child);
    rmSync(note, { force: true });
  });
}

/** By itself or by a signal. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** The ids of registered processes that have not ended. */
export function livingChildren(): number[] {
  return [...children].flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
}

/**
 * Kills processes that earlier processes of this user registered but could not end, because they were killed
 * themselves.
 */
export function sweepStrays(): void {
  for (const name of notes()) {
    const file = join(folder, name);
    try {
      const note = JSON.parse(readFileSync(file, 'utf8')) as Note;
      if (startTime(note.parent) === note.parentStarted) continue;
      // The id may belong to another program by now, so the command line must contain the mark.
      if (commandLine(note.pid).includes(note.mark)) process.kill(note.pid, 'SIGKILL');
      rmSync(file, { force: true });
    } catch {
      // Another sweep was faster, or the process ended in between.
    }
  }
}

interface Note {
  readonly pid: number;
  readonly parent: number;
  readonly parentStarted: string;
  readonly mark: string;
}

const folder = join(lastingFolder, `quittance-children-${userInfo().uid}`);
const children = new Set<ChildProcess>();
let listening = false;

function listen(): void {
  if (listening) return;
  listening = true;
  process.on('exit', killAll);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      // If another listener exists, it decides how to end, and 'exit' follows. Otherwise this process ends here.
      if (process.listenerCount(signal) > 0) return;
      killAll();
      process.kill(process.pid, signal);
    });
  }
}

function killAll(): void {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
}

function notes(): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+\.json$/.test(name));
  } catch {
    return [];
  }
}

/** The start time from /proc/<pid>/stat (field 22, see proc(5)); '' for an ended process, or without /proc. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

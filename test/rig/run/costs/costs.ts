// Counts the cost of a test file: the processes that it starts, and the CPU time of all of them.
import { readFileSync } from 'node:fs';
import { livingChildren } from '../child-sweep.ts';

export const startedKinds = [
  'service process',
  'service thread',
  'service in process',
  'command line',
  'browser',
  'chain',
  'database cluster',
] as const;
export type StartedKind = (typeof startedKinds)[number];

export type Starts = Readonly<Record<StartedKind, number>>;

const starts = none();

/** Every function that starts one must call this. */
export function count(kind: StartedKind): void {
  starts[kind] += 1;
}

/** The number that this process has started so far. */
export function startsSoFar(): Starts {
  return { ...starts };
}

export function sumOf(all: readonly Starts[]): Starts {
  const total = none();
  for (const one of all) for (const kind of startedKinds) total[kind] += one[kind];
  return total;
}

export function difference(later: Starts, earlier: Starts): Starts {
  const left = none();
  for (const kind of startedKinds) left[kind] = later[kind] - earlier[kind];
  return left;
}

function none(): Record<StartedKind, number> {
  return Object.fromEntries(startedKinds.map((kind) => [kind, 0])) as Record<StartedKind, number>;
}

/**
 * The CPU seconds of this process so far, including children that ended and registered ones that still run. Read from
 * fields 14 to 17 of /proc/<pid>/stat (proc(5)); 0 without /proc.
 */
export function cpuSecondsSoFar(): number {
  return [process.pid, ...livingChildren()].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
}

/** Linux counts in hundredths of a second on every architecture (USER_HZ). */
const ticksPerSecond = 100;

/** The CPU seconds of one process and of its ended children. */
export function cpuSecondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
  } catch {
    return 0;
  }
}

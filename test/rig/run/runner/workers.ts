// The workers of a run: the runner takes one for each file, and returns it.
import { startWorker, type TestWorker, type WorkerOptions } from './test-worker.ts';

export interface Workers {
  /** Whether a worker is free for a file of this part. */
  isReadyFor(part: string | null): boolean;
  take(part: string | null): TestWorker;
  giveBack(worker: TestWorker, residentBytes: number): void;
  /** Returns the failures that belong to no file. */
  end(): Promise<string[]>;
}

/** A worker keeps the modules of all files that it ran. One that holds more than this takes no further file. */
const mostResidentBytes = 1.2 * 2 ** 30;

/** Each worker starts its own instance of a part. */
const mostWorkersOfPart = 2;

export function workersOf(options: WorkerOptions & { readonly signal: AbortSignal }): Workers {
  const workers = new Map<TestWorker, Set<string>>();
  const idle = new Set<TestWorker>();
  const ends: Promise<string | null>[] = [];
  const killAll = () => {
    for (const worker of workers.keys()) worker.kill();
  };
  options.signal.addEventListener('abort', killAll, { once: true });
  const retire = (worker: TestWorker) => {
    workers.delete(worker);
    idle.delete(worker);
    ends.push(worker.end());
  };
  // A worker may have ended since its last file.
  const retireDead = () => [...idle].filter(({ isAlive }) => !isAlive).forEach(retire);
  const startAnother = () => {
    const worker = startWorker(options);
    workers.set(worker, new Set());
    return worker;
  };
  const partsOf = (worker: TestWorker) => workers.get(worker) ?? new Set<string>();
  const holds = (worker: TestWorker, part: string | null) => part !== null && partsOf(worker).has(part);
  const isFull = (part: string) =>
    [...workers.keys()].filter((worker) => holds(worker, part)).length >= mostWorkersOfPart;
  return {
    isReadyFor(part) {
      retireDead();
      return part === null || !isFull(part) || [...idle].some((worker) => holds(worker, part));
    },
    take(part) {
      retireDead();
      // Workers with fewer parts come first, so that the others stay free for files that need their parts.
      const fewestFirst = [...idle].sort((a, b) => partsOf(a).size - partsOf(b).size);
      const worker = fewestFirst.find((one) => holds(one, part)) ?? fewestFirst[0] ?? startAnother();
      idle.delete(worker);
      if (part !== null) partsOf(worker).add(part);
      return worker;
    },
    giveBack(worker, residentBytes) {
      if (residentBytes < mostResidentBytes) idle.add(worker);
      else retire(worker);
    },
    async end() {
      for (const worker of [...workers.keys()]) retire(worker);
      const faults = await Promise.all(ends);
      options.signal.removeEventListener('abort', killAll);
      return faults.filter((fault) => fault !== null);
    },
  };
}

// Messages between the runner and its workers.
import type { Starts } from '../costs/costs.ts';

/** The next file to run; null if there is none left. */
export interface ToWorker {
  readonly path: string | null;
}

export interface FileCost {
  readonly wallMs: number;
  /** The CPU time of the worker and of the processes that it started. */
  readonly cpuSeconds: number;
  readonly starts: Starts;
  /** The worker's resident set size at the end of the file. */
  readonly residentBytes: number;
}

/** As node:test emits it (https://nodejs.org/api/test.html#class-testsstream). */
export interface RunEvent {
  readonly type: string;
  readonly data: object;
}

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'event'; readonly event: RunEvent }
  | { readonly kind: 'ended'; readonly path: string; readonly cost: FileCost };

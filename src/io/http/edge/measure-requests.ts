// How long answers take, by operation and status, for /metrics: counted in buckets, so that a request costs a few
// additions.
import type { FastifyInstance } from 'fastify';

/** Upper bounds of the buckets, in seconds; what takes longer is counted behind the last. */
export const durationBounds: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The answers of one operation with one status since the process began. */
export interface Durations {
  readonly operation: string;
  readonly status: number;
  /** How many fell into each bucket, and, last, behind all of them. */
  readonly counts: number[];
  /** Of all of them, in seconds. */
  seconds: number;
}

/** What is no operation of the API: pages, files, the sign-in, what was not found. */
const elsewhere = 'other';

const measured = new Map<string, Map<number, Durations>>();

/** All that were measured in this process. */
export function listDurations(): Durations[] {
  return [...measured.values()].flatMap((byStatus) => [...byStatus.values()]);
}

/** Streams are left out: they last as long as somebody follows. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const type = reply.getHeader('content-type');
    if (typeof type !== 'string' || !type.startsWith('text/event-stream')) {
      const { operation = elsewhere } = request.routeOptions.config as { operation?: string };
      addDuration(operation, reply.statusCode, reply.elapsedTime / 1000);
    }
    done();
  });
}

/** `seconds` until the answer was sent. */
export function addDuration(operation: string, status: number, seconds: number): void {
  let byStatus = measured.get(operation);
  if (byStatus === undefined) {
    byStatus = new Map();
    measured.set(operation, byStatus);
  }
  let durations = byStatus.get(status);
  if (durations === undefined) {
    durations = { operation, status, counts: new Array(durationBounds.length + 1).fill(0), seconds: 0 };
    byStatus.set(status, durations);
  }
  const at = durationBounds.findIndex((bound) => seconds <= bound);
  const bucket = at === -1 ? durationBounds.length : at;
  durations.counts[bucket] = (durations.counts[bucket] ?? 0) + 1;
  durations.seconds += seconds;
}

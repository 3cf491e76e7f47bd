// Measures response times by operation and status for /metrics. They are counted in buckets, so a request costs only a
// few additions.
import type { FastifyInstance } from 'fastify';

/** The upper bounds of the buckets in seconds. Longer times are counted after the last one. */
export const durationBounds: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The responses of one operation with one status since the start of the process. */
export interface Durations {
  readonly operation: string;
  readonly status: number;
  /** The count of each bucket, and last the count of longer times. */
  readonly counts: number[];
  /** The sum of all times, in seconds. */
  seconds: number;
}

/** All requests outside the API: pages, files, the sign-in, and unknown paths. */
const elsewhere = 'other';

const measured = new Map<string, Map<number, Durations>>();

/** Returns all measurements of this process. */
export function listDurations(): Durations[] {
  return [...measured.values()].flatMap((byStatus) => [...byStatus.values()]);
}

/** Leaves out streams, because they last as long as the client reads. */
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

/** `seconds` is the time until the response was sent. */
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

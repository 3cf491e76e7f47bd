// The results of recurring jobs in this process, for /metrics.

export interface JobRuns {
  good: number;
  failed: number;
  /** When it last succeeded. Null if it never did. */
  goodAt: Date | null;
}

const runs = new Map<string, JobRuns>();

/** Returns the results by job name. Jobs that never ran here are missing. */
export function listJobRuns(): ReadonlyMap<string, Readonly<JobRuns>> {
  return runs;
}

export function recordJobRun(job: string, outcome: 'good' | 'failed', at: Date): void {
  const known = runs.get(job) ?? { good: 0, failed: 0, goodAt: null };
  known[outcome] += 1;
  if (outcome === 'good') known.goodAt = at;
  runs.set(job, known);
}

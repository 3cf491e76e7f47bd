// How the work that comes again by itself went in this process, for /metrics.

export interface JobRuns {
  good: number;
  failed: number;
  /** When it last ended well; null where it never did. */
  goodAt: Date | null;
}

const runs = new Map<string, JobRuns>();

/** By the job's name; what never ran here is missing. */
export function listJobRuns(): ReadonlyMap<string, Readonly<JobRuns>> {
  return runs;
}

export function recordJobRun(job: string, outcome: 'good' | 'failed', at: Date): void {
  const known = runs.get(job) ?? { good: 0, failed: 0, goodAt: null };
  known[outcome] += 1;
  if (outcome === 'good') known.goodAt = at;
  runs.set(job, known);
}

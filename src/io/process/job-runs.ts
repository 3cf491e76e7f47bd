// How the work that comes again by itself went in this process, for /metrics.

export interface JobRuns {
  good: number;
  failed: number;
  /** When it last ended well; null where it never did. */
  goodAt: Date | null;
}

/** What comes again: deleting what is old, looking at addresses and the audit log, the laws of money, backups. */
export type Job = 'retention' | 'nightly_look' | 'laws' | 'backup';

const runs = new Map<Job, JobRuns>();

/** By the job's name; what never ran here is missing. */
export function listJobRuns(): ReadonlyMap<Job, Readonly<JobRuns>> {
  return runs;
}

export function recordJobRun(job: Job, outcome: 'good' | 'failed', at: Date): void {
  const known = runs.get(job) ?? { good: 0, failed: 0, goodAt: null };
  known[outcome] += 1;
  if (outcome === 'good') known.goodAt = at;
  runs.set(job, known);
}

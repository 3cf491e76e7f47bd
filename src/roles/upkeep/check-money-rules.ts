// Checks the money rules every night, in one of all workers, and reports violations.
import pg from 'pg';
import type { Instance } from '../../features/instance.ts';
import { claimLawRun, recordFailedLawRun, recordLawRun } from '../../features/operations/reports/laws/law-run-store.ts';
import { type BrokenLaw, findBrokenLaws } from '../../features/operations/reports/laws/law-store.ts';
import { endedOr } from '../../io/process/ended-or.ts';
import { recordJobRun } from '../../io/process/job-runs.ts';

const lookMillis = 60_000;

type Parts = Pick<Instance, 'db' | 'clock' | 'log'>;

/**
 * Checks every minute whether a run is due. `stop` does not wait for a running check, since it changes nothing;
 * `retire` does until `hurry` is aborted.
 */
export function checkLawsNightly(
  parts: Parts,
  databaseUrl: string,
): { stop(): Promise<void>; retire(hurry: AbortSignal): Promise<void> } {
  let isBusy = false;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    isBusy = true;
    try {
      if (await claimLawRun(parts.db)) await lookNow(parts, databaseUrl);
    } catch (error) {
      parts.log.warn({ err: error }, 'could not check the laws of money');
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => {
    if (!isBusy) looking = look();
  }, lookMillis).unref();
  return {
    stop: async () => clearInterval(timer),
    async retire(hurry) {
      clearInterval(timer);
      await endedOr(looking, hurry);
    },
  };
}

async function lookNow({ db, clock, log }: Parts, databaseUrl: string): Promise<void> {
  try {
    const broken = await brokenLawsIn(databaseUrl);
    for (const { law, rows } of broken)
      log.error(
        { event: 'law_broken', law, rows: rows.slice(0, 3) },
        'a law of money does not hold: see /docs/how-to/runbook#quittancelawbroken',
      );
    await recordLawRun(
      db,
      broken.map(({ law }) => law),
    );
    recordJobRun('laws', 'good', clock.now());
  } catch (error) {
    recordJobRun('laws', 'failed', clock.now());
    await recordFailedLawRun(db, (error as Error).message);
    throw error;
  }
}

/** Reads one snapshot, on a separate connection without a time limit. Rejects if the database cannot be read. */
export async function brokenLawsIn(databaseUrl: string): Promise<BrokenLaw[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'quittance laws' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    const query = async <Row>(text: string) => (await client.query(text)).rows as Row[];
    return await findBrokenLaws({ query });
  } finally {
    await client.end().catch(() => undefined);
  }
}

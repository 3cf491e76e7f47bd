// Metrics of the instance as a whole: whether its database lost commits, the age of the last backup, and whether the
// money rules held at the last check.
import type { Registry } from 'prom-client';
import type { Instance } from '../../features/instance.ts';
import { readBackupRun } from '../../features/known/backups/backup-run-store.ts';
import { readStanding, whyNoQuotes } from '../../features/operations/failover/standing-store.ts';
import { readLawRun } from '../../features/operations/reports/laws/law-run-store.ts';
import { forAnswer, gauge, kept } from './figure.ts';

/** Read from the database on each scrape. Omitted while the database is away. */
export function measureInstance(metrics: Registry, { db, clock }: Pick<Instance, 'db' | 'clock'>): void {
  const one = (name: string, help: string, read: () => Promise<number | null>) =>
    gauge(metrics, {
      name,
      help,
      fill: async (set) => {
        const value = await read().catch(() => null);
        if (value !== null) set({}, value);
      },
    });
  const ageOf = (at: Date | null | undefined) =>
    at === null || at === undefined ? null : Math.max(0, (clock.now().getTime() - at.getTime()) / 1000);
  const backup = kept(forAnswer, () => readBackupRun(db));
  const laws = kept(forAnswer, () => readLawRun(db));
  one('quittance_database_went_back', '1 while no quotes are made because the database lost commits.', async () =>
    (await whyNoQuotes(db)) === null ? 0 : 1,
  );
  one('quittance_database_recovered_seconds', 'When addresses were last skipped after lost commits.', async () => {
    const { recoveredAt } = await readStanding(db);
    return recoveredAt === null ? null : recoveredAt.getTime() / 1000;
  });
  one('quittance_backup_age_seconds', 'Age of the last successful backup that the service made.', async () =>
    ageOf((await backup())?.goodAt),
  );
  one('quittance_backup_failed', '1 while the last attempt at a backup failed.', async () => {
    const run = await backup();
    return run === null ? null : Number(run.failure !== null);
  });
  one('quittance_law_broken', 'Laws of money that did not hold at the last check.', async () => {
    const run = await laws();
    return run === null ? null : run.broken.length;
  });
  one('quittance_law_look_age_seconds', 'How long ago the laws of money were last checked.', async () =>
    ageOf((await laws())?.endedAt),
  );
}

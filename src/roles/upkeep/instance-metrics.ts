// What /metrics says of the instance as a whole: whether its database went back, and how old its last backup is.
import { Gauge, type Registry } from 'prom-client';
import { readBackupRun } from '../../features/backups/backup-run-store.ts';
import { readStanding, whyNoQuotes } from '../../features/failover/standing-store.ts';
import type { Instance } from '../../features/instance.ts';

/** Read from the database when somebody asks; while it is away nothing is told. */
export function measureInstance(metrics: Registry, { db, clock }: Pick<Instance, 'db' | 'clock'>): void {
  const gauge = (name: string, help: string, read: () => Promise<number | null>) => {
    const made: Gauge = new Gauge({
      name,
      help,
      registers: [metrics],
      async collect() {
        made.reset();
        const value = await read().catch(() => null);
        if (value !== null) made.set(value);
      },
    });
  };
  gauge('quittance_database_went_back', '1 while no quote is given because the database lost commits.', async () =>
    (await whyNoQuotes(db)) === null ? 0 : 1,
  );
  gauge('quittance_database_recovered_seconds', 'When addresses were skipped last after lost commits.', async () => {
    const { recoveredAt } = await readStanding(db);
    return recoveredAt === null ? null : recoveredAt.getTime() / 1000;
  });
  gauge('quittance_backup_age_seconds', 'Age of the last good backup that the service made.', async () => {
    const { goodAt } = await readBackupRun(db);
    return goodAt === null ? null : (clock.now().getTime() - goodAt.getTime()) / 1000;
  });
}

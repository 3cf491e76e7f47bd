// Waits for queued mails, and for tasks that queue some.
import { until } from '../client.ts';
import type { TestDatabase } from '../database.ts';

/** Waits until the service has sent every mail that its commits so far cause. */
export async function allMailsSent(db: TestDatabase['db']): Promise<void> {
  const queued = `select from mails union all select from tasks where key <> ''`;
  await until(async () => (await db.query(queued)).length === 0, 'all mails to be gone');
}

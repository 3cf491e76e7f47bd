// Settles findings about rows that are valid again, and lets their apps quote again.
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { forgetFinding, listOpenFindings } from './finding-store.ts';

/**
 * `foreign`: the keys of the rows that failed a check of all rows. `resume` lets an app quote again if its addresses
 * allow it. It is called for apps without further findings. Returns the ids of these apps.
 */
export async function settleFindings(
  { db }: Pick<Instance, 'db'>,
  foreign: ReadonlySet<string>,
  resume: (trx: Queryable, appId: string) => Promise<void>,
): Promise<string[]> {
  const open = await listOpenFindings(db);
  const isRight = ({ subjectId }: (typeof open)[number]) => !foreign.has(subjectId);
  const resumed: string[] = [];
  for (const [appId, findings] of Map.groupBy(open, (finding) => finding.appId)) {
    if (!findings.some(isRight)) continue;
    await db.atomically(async (trx) => {
      for (const finding of findings.filter(isRight)) await forgetFinding(trx, finding);
      if (findings.every(isRight)) await resume(trx, appId);
    });
    if (findings.every(isRight)) resumed.push(appId);
  }
  return resumed;
}

// Lets an app quote again once each of its addresses is as its owner entered it.
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange, byService } from '../../../people/audit/audit-change.ts';
import { resumeQuotesOf } from '../../tamper-alarms/finding-store.ts';
import { listAllOf } from '../store.ts';

/** Call it when an owner changes an address: quotes are stopped until an owner has checked the addresses. */
export async function resumeIfWell(trx: Queryable, instance: Instance, appId: string): Promise<void> {
  const addresses = await listAllOf(trx, appId);
  if (!addresses.every((one) => instance.seals.verify('app_address', one, one.mac))) return;
  if (!(await resumeQuotesOf(trx, appId, instance.clock.now()))) return;
  await auditChange(trx, instance, byService, {
    of: { appId },
    action: 'app.quotes_resumed',
    subjectId: appId,
    before: null,
    after: {},
  });
}

// Ends the wait of a slug change: the change is either stopped or approved.
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange, type ChangedBy } from '../../audit/audit-change.ts';
import { decideSlugChange, isOurs, type SlugChange } from './slug-change-store.ts';

export interface EndedSlugChange {
  readonly change: SlugChange;
  readonly decision: { readonly status: 'stopped' | 'approved'; readonly by: string };
}

/** The change must be locked. Throws Problem payout_change_over. */
export async function endSlugChange(
  trx: Queryable,
  instance: Instance,
  { change, decision }: EndedSlugChange,
  by: ChangedBy,
): Promise<SlugChange> {
  const at = instance.clock.now();
  if (change.status !== 'waiting' || change.effectiveAt <= at) throw new Problem('payout_change_over');
  // The decision signs the row, so the row must be the service's own.
  if (!isOurs(trx, change)) throw new Problem('payout_change_over');
  const ended = await decideSlugChange(trx, instance.seals, change, { ...decision, at });
  await auditChange(trx, instance, by, {
    of: { appId: change.appId },
    action: `slug_change.${decision.status}`,
    subjectId: change.id,
    before: { status: change.status },
    after: { status: ended.status, slug: change.slug, to_app_id: change.toAppId },
  });
  return ended;
}

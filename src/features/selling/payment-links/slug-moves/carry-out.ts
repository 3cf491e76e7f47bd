// Applies due changes of slugs. The slug then leads to the other app.
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { giveUpAppSlug } from '../../../people/apps/acts/write-app.ts';
import { deleteFormerSlug } from '../../../people/apps/slugs/former-slug-store.ts';
import {
  decideSlugChange,
  isOurs,
  listDueSlugChanges,
  lockSlugChange,
  markCarriedOut,
  type SlugChange,
} from '../../../people/apps/slugs/slug-change-store.ts';
import { findHolder, type SlugHolder } from '../../../people/apps/slugs/slug-holder-store.ts';
import { findApp, lockApp, releaseSlug, updateApp } from '../../../people/apps/store.ts';
import { auditChange, byService } from '../../../people/audit/audit-change.ts';
import { lockPaymentLink, updatePaymentLink } from '../store.ts';
import { giveUpLinkSlug, takeFrom } from '../write-link.ts';

/**
 * Applies all due changes, or only the changes of one slug. A change that was written outside the service is skipped
 * and stays waiting.
 */
export async function carryOutSlugChanges(
  instance: Instance,
  of: Pick<SlugChange, 'slugOf' | 'slug'> | null,
): Promise<void> {
  const db = of === null ? instance.db : instance.db.publicReads;
  for (const id of await listDueSlugChanges(db, instance.clock.now(), of))
    await instance.db.atomically((trx) => carryOut(trx, instance, id));
}

async function carryOut(trx: Queryable, instance: Instance, id: string): Promise<void> {
  const now = instance.clock.now();
  const change = await lockSlugChange(trx, id);
  const isOpen = change !== null && (change.status === 'waiting' || change.status === 'approved');
  if (!isOpen || change.carriedOutAt !== null || change.effectiveAt > now) return;
  const holder = await findHolder(trx, change.slugOf, change.slug);
  if (!isOurs(trx, change)) return;
  const isDone = await (change.slugOf === 'app' ? moveAppSlug : moveLinkSlug)(trx, instance, change, holder);
  if (!isDone) {
    await decideSlugChange(trx, instance.seals, change, { status: 'withdrawn', by: 'service', at: now });
    return;
  }
  await deleteFormerSlug(trx, change.slugOf, change.slug);
  await markCarriedOut(trx, id, now);
  await auditChange(trx, instance, byService, {
    of: { appId: change.appId },
    action: 'slug_change.carried_out',
    subjectId: id,
    before: null,
    after: { slug_of: change.slugOf, slug: change.slug, to_app_id: change.toAppId },
  });
}

/** Returns false if the link that was to get the slug is gone. */
async function moveLinkSlug(
  trx: Queryable,
  instance: Instance,
  { slug, targetId }: SlugChange,
  holder: SlugHolder | null,
): Promise<boolean> {
  const link = await lockPaymentLink(trx, targetId);
  const app = link && (await findApp(trx, link.appId));
  if (link === null || app === null) return false;
  if (holder !== null) await takeFrom(trx, instance, holder);
  await giveUpLinkSlug(trx, instance, app, link);
  await updatePaymentLink(trx, { ...link, slug, updatedAt: instance.clock.now() });
  return true;
}

/** Returns false if the app is archived now. */
async function moveAppSlug(
  trx: Queryable,
  instance: Instance,
  { slug, targetId }: SlugChange,
  holder: SlugHolder | null,
): Promise<boolean> {
  const app = await lockApp(trx, targetId);
  if (app === null || app.archivedAt !== null) return false;
  const now = instance.clock.now();
  if (holder !== null) await releaseSlug(trx, holder.targetId, now);
  if (app.slug !== null) await giveUpAppSlug(trx, instance, app, app.slug);
  await updateApp(trx, { ...app, slug, updatedAt: now }, null);
  return true;
}

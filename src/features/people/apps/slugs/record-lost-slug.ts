// Records in an app's audit log that it lost a slug, and mails its owners, in the commit of the change.
import type { Caller, Origin } from '../../../../core/access.ts';
import { effectTerms } from '../../../../core/effects/effect.ts';
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { notifyOwner } from '../../identity/notices/notify-owner.ts';
import { listOwners } from '../store.ts';
import type { FoundSlug, WantedSlug } from './look-up-slug.ts';

/** For a slug that leads to another app at once. The change itself is mailed to the owners of that other app. */
export async function recordLostSlug(
  trx: Queryable,
  instance: Instance,
  { caller, origin }: { readonly caller: Caller; readonly origin: Origin },
  { from, wanted }: Pick<FoundSlug, 'from'> & { readonly wanted: WantedSlug },
): Promise<void> {
  const { slugOf, slug, app, targetId } = wanted;
  if (from === null || from.id === app.id) return;
  await auditChange(
    trx,
    instance,
    { caller, origin },
    {
      of: { appId: from.id },
      action: 'slug.moved',
      subjectId: targetId,
      before: { slug_of: slugOf, slug, app_id: from.id },
      after: { slug_of: slugOf, slug, app_id: app.id },
    },
  );
  const { subject } = effectTerms.money_elsewhere;
  if (subject === null) return;
  const page = slugOf === 'app' ? 'counter' : 'link';
  const says = [
    `${instance.publicUrl}/${page}/${slug} led to the app ${nameInBody(from.name)}, and leads to the app`,
    `${nameInBody(app.name)} from now on: customers who open it pay that app.`,
  ].join(' ');
  const mailed = new Set((await listOwners(trx, instance, app.id)).map(({ id }) => id));
  for (const { id: userId } of await listOwners(trx, instance, from.id))
    if (!mailed.has(userId)) await notifyOwner(trx, instance, { userId, subjectId: targetId, subject, says, origin });
}

// Writes a payment link under the requested slug, and judges the effects of the change.
import type { Caller, Origin } from '../../../core/access.ts';
import type { Warning } from '../../../core/order/caption.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { isUniqueViolation } from '../../../io/db/sql-fault.ts';
import type { Instance } from '../../instance.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { deleteFormerSlug } from '../../people/apps/slugs/former-slug-store.ts';
import { giveUpSlug } from '../../people/apps/slugs/give-up-slug.ts';
import { holdSlug } from '../../people/apps/slugs/hold-slug.ts';
import { lookUpSlug, sameSlug, slugFacts, taken, type WantedSlug } from '../../people/apps/slugs/look-up-slug.ts';
import { recordLostSlug } from '../../people/apps/slugs/record-lost-slug.ts';
import type { SlugHolder } from '../../people/apps/slugs/slug-holder-store.ts';
import type { App } from '../../people/apps/store.ts';
import { insertPaymentLink, lockPaymentLink, type PaymentLink, updatePaymentLink } from './store.ts';

export interface WrittenLink {
  readonly link: PaymentLink;
  /** Contains a warning if the slug waits before it leads to the link. */
  readonly warnings: readonly Warning[];
}

/**
 * `before` is null for a new link. Throws Problem naming `slug` if it is taken, and as requireEffects does. While the
 * requested slug waits, a link keeps its slug, and a new link gets a generated one.
 */
export async function writeLink(
  trx: Queryable,
  instance: Instance,
  by: { readonly caller: Caller; readonly origin: Origin },
  { app, before, asked }: { readonly app: App; readonly before: PaymentLink | null; readonly asked: PaymentLink },
): Promise<WrittenLink> {
  const wanted: WantedSlug = {
    slugOf: 'payment_link',
    slug: asked.slug,
    app,
    targetId: asked.id,
    isNew: before === null,
  };
  const found = await lookUpSlug(trx, instance, by.caller, wanted);
  const facts = { before: before && { ...before, ...sameSlug }, after: { ...asked, ...slugFacts(found, wanted) } };
  await judgeChange(trx, instance, by, { thing: 'payment_link', app, subjectId: asked.id, ...facts, from: found.from });
  const isSame = before?.slug === asked.slug;
  const waits = !isSame && (await holdSlug(trx, instance, by, { from: found.from, wanted }));
  const link = waits ? { ...asked, slug: before?.slug ?? generatedSlug(asked.slug, asked.id) } : asked;
  if (!isSame && !waits) {
    await recordLostSlug(trx, instance, by, { from: found.from, wanted });
    if (found.holder !== null) await takeFrom(trx, instance, found.holder);
    await deleteFormerSlug(trx, 'payment_link', asked.slug);
    if (before !== null) await giveUpLinkSlug(trx, instance, app, before);
  }
  try {
    await (before === null ? insertPaymentLink : updatePaymentLink)(trx, link);
  } catch (error) {
    throw isUniqueViolation(error, 'payment_links_slug_key') ? taken('payment_link') : error;
  }
  return { link, warnings: waits ? [{ field: 'slug', code: 'waiting' }] : [] };
}

export async function giveUpLinkSlug(
  trx: Queryable,
  instance: Instance,
  app: Pick<App, 'id' | 'ownerId'>,
  { id, slug, total, currency }: PaymentLink,
): Promise<void> {
  await giveUpSlug(trx, instance, { slugOf: 'payment_link', slug, app, targetId: id, price: { total, currency } });
}

/** Gives the link that had the slug a generated slug. */
export async function takeFrom(
  trx: Queryable,
  { clock }: Pick<Instance, 'clock'>,
  { targetId }: Pick<SlugHolder, 'targetId'>,
): Promise<void> {
  const link = await lockPaymentLink(trx, targetId);
  if (link === null) return;
  await updatePaymentLink(trx, { ...link, slug: generatedSlug(link.slug, link.id), updatedAt: clock.now() });
}

/** Appends the random end of the id. At most 100 characters. */
function generatedSlug(slug: string, id: string): string {
  return `${slug.slice(0, 87)}-${id.slice(-12)}`;
}

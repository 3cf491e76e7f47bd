// Finds the page of a slug: its current holder, or else its last one.

import type { Instance } from '../../../instance.ts';
import { findFormerSlug, type SlugOf } from '../../../people/apps/slugs/former-slug-store.ts';
import { findTarget } from '../../../people/apps/slugs/slug-holder-store.ts';
import { isSlug } from '../pages/sent-form.ts';
import { carryOutSlugChanges } from './carry-out.ts';

/** Applies a due change of the slug. Call it before looking up a page. */
export async function bringSlugUpToDate(instance: Instance, slugOf: SlugOf, slug: string): Promise<void> {
  await carryOutSlugChanges(instance, { slugOf, slug });
}

/** Returns the current address of the slug's page, with the query of the request; null if the slug leads nowhere. */
export async function redirectOf(
  instance: Instance,
  slugOf: SlugOf,
  { params, url }: { readonly params: { readonly slug: string }; readonly url: string },
): Promise<string | null> {
  const slug = isSlug(params.slug) ? await newSlugOf(instance, slugOf, params.slug) : null;
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const page = slugOf === 'app' ? 'counter' : 'link';
  return slug === null ? null : `${instance.publicUrl}/${page}/${encodeURIComponent(slug)}${query}`;
}

/** Returns the slug that replaced this one; null if the slug leads nowhere. */
export async function newSlugOf(instance: Instance, slugOf: SlugOf, slug: string): Promise<string | null> {
  const db = instance.db.publicReads;
  const former = await findFormerSlug(db, instance.seals, slugOf, slug);
  if (former?.isOurs !== true) return null;
  const target = await findTarget(db, slugOf, former.targetId);
  return target?.appId === former.appId ? target.slug : null;
}

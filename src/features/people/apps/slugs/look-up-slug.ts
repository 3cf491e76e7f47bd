// Finds the current or former target of a slug that a caller wants for another payment link or app.
import { type Caller, isBoundElsewhere, mayDo } from '../../../../core/access.ts';
import type { Price } from '../../../../core/effects/price.ts';
import { fieldProblem, type Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { slugHash } from '../../../known/row-seals/name-gap.ts';
import { isNeverGivenUp } from '../../../known/row-seals/name-gap-store.ts';
import type { RowSeals } from '../../../known/row-seals/sealed-rows.ts';
import { type App, findApp } from '../store.ts';
import { findFormerSlug, type SlugOf } from './former-slug-store.ts';
import { findHolder, findTarget, type SlugHolder } from './slug-holder-store.ts';

export interface WantedSlug {
  readonly slugOf: SlugOf;
  readonly slug: string;
  /** The app that the slug is to lead to. */
  readonly app: App;
  /** The payment link or the app that is to get the slug. */
  readonly targetId: string;
  /** Whether the target is new. A new target cannot take a slug that is in use. */
  readonly isNew: boolean;
}

export interface FoundSlug {
  /** The app that the slug leads to, or led to. Null for a new slug. */
  readonly from: App | null;
  /** Another payment link or app that has the slug now. */
  readonly holder: SlugHolder | null;
  /** The price of the current target. Null for an app and for a new slug. */
  readonly price: Price | null;
}

/**
 * Throws Problem `taken` if another owner has or had the slug, or if it leads to an app that the caller may not edit.
 */
export async function lookUpSlug(
  trx: Queryable,
  { seals }: Pick<Instance, 'seals'>,
  caller: Caller,
  wanted: WantedSlug,
): Promise<FoundSlug> {
  const { slugOf, slug, app, targetId, isNew } = wanted;
  const holder = await findHolder(trx, slugOf, slug);
  if (holder?.targetId === targetId) return { from: app, holder: null, price: null };
  if (holder !== null && holder.slug !== null && isNew) throw taken(slugOf);
  const former = holder === null ? await findFormerSlug(trx, seals, slugOf, slug) : null;
  if (former?.isOurs === false) throw taken(slugOf);
  const led = holder ?? former;
  if (led === null) {
    if (!(await isNeverGivenUp(trx, slugHash(slugOf, slug)))) throw taken(slugOf);
    return { from: null, holder: null, price: null };
  }
  const from = led.appId === app.id ? app : await findApp(trx, led.appId);
  if (from === null || led.ownerId !== app.ownerId || from.ownerId !== app.ownerId) throw taken(slugOf);
  if (isBoundElsewhere(caller, from.id) || !mayDo(caller, from, 'apps')) throw taken(slugOf);
  // A former slug redirects to its payment link, and the price of the link may have changed since.
  const now = former === null ? led : ((await findTarget(trx, slugOf, former.targetId)) ?? led);
  const price = now.currency === null ? null : { total: now.total, currency: now.currency };
  return { from, holder, price };
}

/** Throws Problem `taken` if the slug is or was ever in use. */
export async function requireNewSlug(trx: Queryable, seals: RowSeals, slugOf: SlugOf, slug: string): Promise<void> {
  const found = (await findHolder(trx, slugOf, slug)) ?? (await findFormerSlug(trx, seals, slugOf, slug));
  if (found !== null || !(await isNeverGivenUp(trx, slugHash(slugOf, slug)))) throw taken(slugOf);
}

export function taken(slugOf: SlugOf): Problem {
  const other = slugOf === 'app' ? 'Another app' : 'Another payment link';
  return fieldProblem('slug', 'taken', `${other} has this slug, or had it before.`);
}

/** Returns the facts about a slug that the table of effects reads. */
export function slugFacts({ from, holder, price }: FoundSlug, { app }: WantedSlug) {
  return { fromOtherApp: from !== null && from.id !== app.id, fromHolder: holder !== null, slugPrice: price };
}

/** The facts for a change that leaves the slug unchanged. */
export const sameSlug = { fromOtherApp: false, fromHolder: false, slugPrice: null };

// SQL that finds the payment link or app that has a slug.
import type { Queryable } from '../../../../io/db/database.ts';
import { amount, nullable, type RowOf, rowType, text, uuid } from '../../../../io/db/row-type.ts';
import type { SlugOf } from './former-slug-store.ts';

const holder = rowType({
  targetId: uuid,
  appId: uuid,
  ownerId: uuid,
  /** Null for an archived app: it keeps the slug, which leads nowhere. */
  slug: nullable(text),
  total: nullable(amount),
  /** Null for an app. */
  currency: nullable(text),
});
/** A payment link or an app that has a slug. */
export type SlugHolder = RowOf<typeof holder>;

const selects: Readonly<Record<SlugOf, string>> = {
  payment_link: `select l.id as target_id, l.app_id, a.owner_id, l.slug, l.total, l.currency
    from payment_links l join apps a on a.id = l.app_id`,
  app: `select a.id as target_id, a.id as app_id, a.owner_id, a.slug, null::numeric as total, null::text as currency
    from apps a`,
};

export async function findHolder(db: Queryable, slugOf: SlugOf, slug: string): Promise<SlugHolder | null> {
  const where = slugOf === 'app' ? 'a.slug = $1 or a.slug_before_archived = $1' : 'l.slug = $1';
  return holder.one(await db.query(`${selects[slugOf]} where ${where} order by a.slug nulls last limit 1`, [slug]));
}

/** Returns null if the target no longer exists. */
export async function findTarget(db: Queryable, slugOf: SlugOf, id: string): Promise<SlugHolder | null> {
  return holder.one(await db.query(`${selects[slugOf]} where ${slugOf === 'app' ? 'a' : 'l'}.id = $1`, [id]));
}

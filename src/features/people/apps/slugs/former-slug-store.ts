// All SQL of the table former_slugs: the owners of slugs that are no longer in use.
import type { Queryable } from '../../../../io/db/database.ts';
import { amount, bytes, nullable, oneOf, type RowOf, rowType, text, time, uuid } from '../../../../io/db/row-type.ts';
import type { RowSeals } from '../../../known/row-seals/sealed-rows.ts';

/** The two kinds of slugs: payment links and the counters of apps. Slugs are unique within their kind. */
export type SlugOf = 'payment_link' | 'app';

const formerSlug = rowType({
  id: uuid,
  slugOf: oneOf<SlugOf>(),
  slug: text,
  ownerId: uuid,
  appId: uuid,
  targetId: uuid,
  total: nullable(amount),
  currency: nullable(text),
  endedAt: time,
  mac: bytes,
});
export type FormerSlug = RowOf<typeof formerSlug>;

/** If the slug was given up before, this replaces the earlier record. */
export async function keepFormerSlug(trx: Queryable, seals: RowSeals, given: Omit<FormerSlug, 'mac'>): Promise<void> {
  const row = { ...given, mac: seals.sign('former_slug', signed(given)) };
  await trx.query(
    `insert into former_slugs (${formerSlug.written}) values (${formerSlug.placeholders})
     on conflict (slug_of, slug) do update set owner_id = excluded.owner_id, app_id = excluded.app_id,
       target_id = excluded.target_id, total = excluded.total, currency = excluded.currency,
       ended_at = excluded.ended_at, id = excluded.id, mac = excluded.mac`,
    formerSlug.values(row),
  );
}

/**
 * `isOurs` is false for a row that was changed outside the service. Such a slug leads nowhere, and no one else can take
 * it.
 */
export async function findFormerSlug(
  db: Queryable,
  seals: RowSeals,
  slugOf: SlugOf,
  slug: string,
): Promise<(FormerSlug & { readonly isOurs: boolean }) | null> {
  const found = formerSlug.one(
    await db.query(`select ${formerSlug.columns} from former_slugs where slug_of = $1 and slug = $2`, [slugOf, slug]),
  );
  return found && { ...found, isOurs: seals.verify('former_slug', signed(found), found.mac) };
}

/**
 * Stores the last price with the former slugs of a target that is about to be deleted. Skips rows that were changed
 * outside the service.
 */
export async function keepLastPrice(
  trx: Queryable,
  seals: RowSeals,
  targetId: string,
  { total, currency }: { readonly total: bigint | null; readonly currency: string },
): Promise<void> {
  const rows = formerSlug.all(
    await trx.query(`select ${formerSlug.columns} from former_slugs where target_id = $1`, [targetId]),
  );
  for (const { mac, ...row } of rows)
    if (seals.verify('former_slug', signed(row), mac)) await keepFormerSlug(trx, seals, { ...row, total, currency });
}

export async function deleteFormerSlug(trx: Queryable, slugOf: SlugOf, slug: string): Promise<void> {
  await trx.query('delete from former_slugs where slug_of = $1 and slug = $2', [slugOf, slug]);
}

function signed({ total, ...row }: Omit<FormerSlug, 'mac'>) {
  return { ...row, total: total === null ? null : String(total) };
}

// All SQL of the table payment_links.
import type { Queryable } from '../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../io/db/keyset.ts';
import { amount, nullable, type RowOf, rowType, text, time, uuid } from '../../../io/db/row-type.ts';
import { sealed } from '../../../io/db/sealed/sealed-row-type.ts';
import type { Page } from '../../../io/http/page.ts';
import { moneyRows } from '../../known/row-seals/money-rows.ts';

const plainLink = rowType({
  id: uuid,
  appId: uuid,
  slug: text,
  currency: text,
  /** In minor units of the currency; null if the payer enters it. */
  total: nullable(amount),
  description: nullable(text),
  createdAt: time,
  updatedAt: time,
});
export type PaymentLink = RowOf<typeof plainLink>;
const link = sealed(plainLink, 'payment_link', moneyRows.payment_link);

/** Lists the links of these apps, newest first, one more than the limit. */
export async function listPaymentLinks(
  db: Queryable,
  appIds: readonly string[],
  { limit, after, created }: Page,
): Promise<PaymentLink[]> {
  const rows = await db.query(
    `select ${link.columns} from payment_links
     where app_id = any($1::uuid[]) and id < ${idOrLast('$2')} and ${createdWithin('$4', '$5')}
     order by id desc limit $3 + 1`,
    [appIds, after?.id ?? null, limit, created.from, created.before],
  );
  return link.all(db, rows);
}

export async function findPaymentLink(db: Queryable, id: string): Promise<PaymentLink | null> {
  return link.one(db, await db.query(`select ${link.columns} from payment_links where id = $1`, [id]));
}

export async function findPaymentLinkBySlug(db: Queryable, slug: string): Promise<PaymentLink | null> {
  return link.one(db, await db.query(`select ${link.columns} from payment_links where slug = $1`, [slug]));
}

export async function lockPaymentLink(trx: Queryable, id: string): Promise<PaymentLink | null> {
  const rows = await trx.query(`select ${link.columns} from payment_links where id = $1 for no key update`, [id]);
  return link.one(trx, rows);
}

export async function insertPaymentLink(trx: Queryable, added: PaymentLink): Promise<void> {
  await trx.query(`insert into payment_links (${link.written}) values (${link.placeholders})`, link.values(trx, added));
}

/** The row must be locked. */
export async function updatePaymentLink(trx: Queryable, changed: PaymentLink): Promise<void> {
  const { id, slug, currency, total, description, updatedAt } = changed;
  await trx.query(
    `update payment_links set slug = $2, currency = $3, total = $4, description = $5, updated_at = $6, mac = $7
     where id = $1`,
    [id, slug, currency, total, description, updatedAt, link.macOf(trx, changed)],
  );
}

export async function deletePaymentLink(trx: Queryable, id: string): Promise<void> {
  await trx.query('delete from payment_links where id = $1', [id]);
}

/** Returns the currency of the app's newest link; null if it has none. */
export async function newestCurrency(db: Queryable, appId: string): Promise<string | null> {
  const [row] = await db.query<Pick<PaymentLink, 'currency'>>(
    'select currency from payment_links where app_id = $1 order by id desc limit 1',
    [appId],
  );
  return row?.currency ?? null;
}

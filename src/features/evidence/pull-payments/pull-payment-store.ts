// All SQL of the table pull_payments: refunds that shops asked for in another dialect.
import type { Queryable } from '../../../io/db/database.ts';
import { boundValues, startsAfter } from '../../../io/db/keyset.ts';
import { amount, nullable, type RowOf, rowType, text, time, uuid } from '../../../io/db/row-type.ts';
import { sealed } from '../../../io/db/sealed/sealed-row-type.ts';
import type { Page } from '../../../io/http/page.ts';
import { moneyRows } from '../../known/row-seals/money-rows.ts';

const plainPullPayment = rowType({
  /** Also the id of its refund, once there is one. */
  id: uuid,
  appId: uuid,
  name: text,
  description: nullable(text),
  currency: text,
  /** In minor units of the currency. */
  amount,
  /** The shop's number of the order that the name has; null if it has none that is known. */
  orderId: nullable(text),
  /** The invoice that is refunded; null until one is found or named. */
  invoiceId: nullable(uuid),
  /** The coin and the destination that the customer named while there was no invoice. */
  assetId: nullable(uuid),
  /** Canonical. */
  recipient: nullable(text),
  archivedAt: nullable(time),
  createdAt: time,
});
export type PullPayment = RowOf<typeof plainPullPayment>;

const pullPayment = sealed(plainPullPayment, 'pull_payment', moneyRows.pull_payment);

export async function insertPullPayment(trx: Queryable, added: PullPayment): Promise<void> {
  await trx.query(
    `insert into pull_payments (${pullPayment.written}) values (${pullPayment.placeholders})`,
    pullPayment.values(trx, added),
  );
}

/** Returns false, and writes nothing, if another commit changed the row since `before` was read. */
export async function changePullPayment(trx: Queryable, before: PullPayment, after: PullPayment): Promise<boolean> {
  const { id, invoiceId, assetId, recipient, archivedAt } = after;
  const rows = await trx.query(
    `update pull_payments set invoice_id = $3, asset_id = $4, recipient = $5, archived_at = $6, mac = $7
     where id = $1 and mac = $2 returning id`,
    [id, pullPayment.macOf(trx, before), invoiceId, assetId, recipient, archivedAt, pullPayment.macOf(trx, after)],
  );
  return rows.length > 0;
}

/** Throws RowTampered. */
export async function findPullPayment(db: Queryable, id: string): Promise<PullPayment | null> {
  return pullPayment.one(db, await db.query(`select ${pullPayment.columns} from pull_payments where id = $1`, [id]));
}

const mostListed = 500;

/** The newest ones of an app. Tampered ones are recorded and left out. */
export async function listStorePullPayments(
  db: Queryable,
  appId: string,
  { withArchived }: { readonly withArchived: boolean },
): Promise<PullPayment[]> {
  const rows = await db.query(
    `select ${pullPayment.columns} from pull_payments
     where app_id = $1 and ($2 or archived_at is null) order by created_at desc, id desc limit ${mostListed}`,
    [appId, withArchived],
  );
  return pullPayment.all(db, rows);
}

/** In SQL, as in isWaiting. */
const conditions = {
  waiting: 'p.invoice_id is null and p.archived_at is null',
  assigned: 'p.invoice_id is not null and p.archived_at is null',
  archived: 'p.archived_at is not null',
} as const;

export interface PullPaymentFilter {
  readonly appIds: readonly string[];
  readonly statuses: readonly (keyof typeof conditions)[];
}

/** Lists the pull payments of several apps, newest first, one more than the limit. Tampered ones are left out. */
export async function listOwnPullPayments(
  db: Queryable,
  { appIds, statuses }: PullPaymentFilter,
  { limit, after, created }: Page,
): Promise<PullPayment[]> {
  const { values, bind } = boundValues();
  const fitting = [
    `p.app_id = any(${bind(appIds)}::uuid[])`,
    `(${statuses.map((one) => conditions[one]).join(' or ')})`,
    `p.created_at >= coalesce(${bind(created.from)}::timestamptz, '-infinity')`,
    ...startsAfter('p', { after, before: created.before }, bind),
  ];
  const rows = await db.query(
    `select ${pullPayment.columnsOf('p')} from pull_payments p where ${fitting.join(' and ')}
     order by p.created_at desc, p.id desc limit ${bind(limit + 1)}`,
    values,
  );
  return pullPayment.all(db, rows);
}

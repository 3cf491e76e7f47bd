// SQL of pruning: finds invoices that never received money, and deletes them with their own rows.
import type { Queryable } from '../../../../io/db/database.ts';
import { type Invoice, invoiceColumns, readInvoices } from '../invoice-store.ts';

/**
 * The invoices of an app with this end state that have not changed since `before`, oldest first, starting after
 * `after`.
 */
export interface EndedInvoices {
  readonly appId: string;
  readonly status: 'expired' | 'canceled';
  readonly before: Date;
  readonly after: EndedInvoice | null;
}

export interface EndedInvoice {
  readonly id: string;
  /**
   * The timestamp as PostgreSQL writes it. A Date would lose the microseconds, and with them the position in the list.
   */
  readonly createdAt: string;
}

/** Lists all apps, including archived ones. */
export async function listAppIds(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from apps order by id');
  return rows.map(({ id }) => id);
}

/** Lists invoices with nothing paid or pending. Other signs of money are checked later by findUntouched. */
export async function listEndedInvoices(db: Queryable, ended: EndedInvoices, limit: number): Promise<EndedInvoice[]> {
  const rows = await db.query<{ id: string; created_at: string }>(
    `select id, created_at::text from invoices
     where app_id = $1 and status = $2 and created_at < $3 and updated_at < $3 and paid = 0 and pending = 0
       and (created_at, id) > (coalesce($4::timestamptz, '-infinity'), coalesce($5::uuid, $6::uuid))
     order by created_at, id limit $7`,
    [ended.appId, ended.status, ended.before, ended.after?.createdAt ?? null, ended.after?.id ?? null, firstId, limit],
  );
  return rows.map((row) => ({ id: row.id, createdAt: row.created_at }));
}

const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Locks these invoices and their attempts in the same order as every other commit. This waits for commits that decide a
 * payment, a claim or an assignment.
 */
export async function lockWithAttempts(trx: Queryable, ids: readonly string[]): Promise<void> {
  await trx.query('select from invoices where id = any($1::uuid[]) order by id for update', [ids]);
  await trx.query('select from transactions where invoice_id = any($1::uuid[]) order by id for update', [ids]);
}

/** The conditions under which attempt `t` received money, may have received it, or is claimed to have. */
const sawMoney = `t.status in ('processing', 'success')
  or t.hash is not null or t.received is not null or t.amount is null
  or exists (select from transfers f where f.transaction_id = t.id)
  or exists (select from transfers f where f.released_from = t.id)
  or exists (select from credits c where c.transaction_id = t.id)
  or exists (select from payment_claims c where c.transaction_id = t.id)
  or exists (select from unconfirmed_acceptances a where a.transaction_id = t.id)
  or exists (select from unmatched_payments u where u.transaction_id = t.id)
  or exists (select from unmatched_payments u where u.candidates ? t.id::text)
  or exists (select from watched_addresses w where w.network_id = t.network_id and w.address = t.recipient
    and w.derivation_index is not null and w.is_used)`;

/**
 * Returns the invoices that ended, have not changed since `before` and never received money. The query lists the steps
 * that are harmless, so an invoice with a step of a new kind is kept.
 */
export async function findUntouched(db: Queryable, ids: readonly string[], before: Date): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select i.id from invoices i
     where i.id = any($1::uuid[]) and i.status in ('expired', 'canceled') and i.updated_at < $2
       and i.paid = 0 and i.pending = 0 and i.accepted_at is null and i.paid_at is null
       and not exists (select from invoice_settlements s where s.invoice_id = i.id)
       and not exists (select from credits c where c.invoice_id = i.id)
       and not exists (select from invoice_steps s where s.invoice_id = i.id
         and s.kind not in ('invoice_expired', 'invoice_canceled', 'invoice_updated'))
       and not exists (select from transactions t where t.invoice_id = i.id and (${sawMoney}))`,
    [ids, before],
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns these invoices, oldest first. Invoices that were changed outside the service are left out and therefore kept.
 */
export async function readPruned(db: Queryable, ids: readonly string[]): Promise<Invoice[]> {
  const rows = await db.query(`select ${invoiceColumns} from invoices where id = any($1::uuid[]) order by created_at`, [
    ids,
  ]);
  return readInvoices(db, rows);
}

/**
 * Deletes these invoices with their attempts and steps. They must be locked. If another row refers to one of them, the
 * commit is rolled back.
 */
export async function deleteInvoices(trx: Queryable, ids: readonly string[]): Promise<void> {
  await trx.query('delete from invoice_steps where invoice_id = any($1::uuid[])', [ids]);
  await trx.query('delete from transactions where invoice_id = any($1::uuid[])', [ids]);
  await trx.query('delete from invoices where id = any($1::uuid[])', [ids]);
}

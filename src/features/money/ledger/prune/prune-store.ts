// The SQL of pruning: which invoices no money ever reached, and their end with all that is theirs alone.
import type { Queryable } from '../../../../io/db/database.ts';
import { type Invoice, invoiceColumns, readInvoices } from '../invoice-store.ts';

/** An app's invoices that ended one way, and did not change since this moment; from after this one on, oldest first. */
export interface EndedInvoices {
  readonly appId: string;
  readonly status: 'expired' | 'canceled';
  readonly before: Date;
  readonly after: EndedInvoice | null;
}

export interface EndedInvoice {
  readonly id: string;
  /** As PostgreSQL writes it: a Date would lose its microseconds, and the place in the list with them. */
  readonly createdAt: string;
}

/** All apps, archived ones too. */
export async function listAppIds(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from apps order by id');
  return rows.map(({ id }) => id);
}

/** Those of which nothing is paid or pending; whether money reached them otherwise is not looked at yet. */
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
 * Locks these invoices and their attempts in the order in which every other commit does, so that a payment that is
 * being decided, a claim, or a word of the merchant is waited for.
 */
export async function lockWithAttempts(trx: Queryable, ids: readonly string[]): Promise<void> {
  await trx.query('select from invoices where id = any($1::uuid[]) order by id for update', [ids]);
  await trx.query('select from transactions where invoice_id = any($1::uuid[]) order by id for update', [ids]);
}

/** What says that money came to attempt `t`, that it may have, or that somebody says so. */
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
 * Which of these are over, unchanged since `before`, and never saw money. Steps are counted by what they may be, so
 * that a kind that is added later keeps its invoice.
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

/** These invoices, oldest first, without those that were changed past the service: they stay as they are. */
export async function readPruned(db: Queryable, ids: readonly string[]): Promise<Invoice[]> {
  const rows = await db.query(`select ${invoiceColumns} from invoices where id = any($1::uuid[]) order by created_at`, [
    ids,
  ]);
  return readInvoices(db, rows);
}

/** Deletes these invoices with their attempts and steps. They must be locked; a reference to one undoes the commit. */
export async function deleteInvoices(trx: Queryable, ids: readonly string[]): Promise<void> {
  await trx.query('delete from invoice_steps where invoice_id = any($1::uuid[])', [ids]);
  await trx.query('delete from transactions where invoice_id = any($1::uuid[])', [ids]);
  await trx.query('delete from invoices where id = any($1::uuid[])', [ids]);
}

// All SQL of the mail budgets for people without an account, and of the mails that were held back.
import type { BudgetedKind, Holder } from '../../../core/mail/mail-budget.ts';
import type { Queryable } from '../../../io/db/database.ts';

export interface Charged {
  readonly subject: Buffer;
  /** The mails charged within the current hour. */
  readonly mails: number;
  readonly windowEndsAt: Date;
}

/**
 * Locks the counts of these subjects until the commit, and starts a new hour for expired counts. Locks are taken in a
 * fixed order to avoid deadlocks.
 */
export async function lockCharges(
  trx: Queryable,
  subjects: readonly Buffer[],
  now: Date,
  windowSeconds: number,
): Promise<Charged[]> {
  const end = new Date(now.getTime() + windowSeconds * 1000);
  return trx.query<Charged>(
    `insert into mail_budgets as held (subject, window_ends_at)
     select subject, $2 from unnest($1::bytea[]) as subject order by subject
     on conflict (subject) do update set
       mails = case when held.window_ends_at > $3 then held.mails else 0 end,
       window_ends_at = case when held.window_ends_at > $3 then held.window_ends_at else excluded.window_ends_at end
     returning subject, mails, window_ends_at as "windowEndsAt"`,
    [subjects, end, now],
  );
}

/** Charges one mail to each of these subjects. Their counts must be locked. */
export async function chargeEach(trx: Queryable, subjects: readonly Buffer[]): Promise<void> {
  await trx.query('update mail_budgets set mails = mails + 1 where subject = any($1::bytea[])', [subjects]);
}

/** Deletes at most `limit` counts with an hour that ended before `before`. Returns how many it deleted. */
export async function deleteEndedBudgets(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from mail_budgets where subject in (
       select subject from mail_budgets where window_ends_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}

/** How long held-back mails are shown and kept. */
export const heldBackMillis = 24 * 3_600_000;

export interface HeldBack {
  readonly id: string;
  readonly kind: BudgetedKind;
  /** The holder of the exhausted budget. */
  readonly budget: Holder;
  readonly appId: string | null;
  readonly invoiceId: string | null;
}

export async function recordHeldBack(trx: Queryable, mail: HeldBack, now: Date): Promise<void> {
  await trx.query(
    `insert into mails_held_back (id, kind, budget, app_id, invoice_id, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [mail.id, mail.kind, mail.budget, mail.appId, mail.invoiceId, now],
  );
}

/** Returns the number of mails held back since then. */
export async function countHeldBack(db: Queryable, since: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from mails_held_back where created_at > $1',
    [since],
  );
  return row?.count ?? 0;
}

/** Deletes at most `limit` records from before `before`. Returns how many it deleted. */
export async function deleteOldHeldBack(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from mails_held_back where id in (
       select id from mails_held_back where created_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}

// All SQL of the table mails. Times are the database's own, so that no worker's clock counts.
import type { Queryable } from '../../io/db/database.ts';

/** The channel on which commits say that a mail is due. */
export const mailChannel = 'quittance_mail';

export interface DueMail {
  readonly id: string;
  readonly sealed: Buffer;
  /** How often it could not be sent. */
  readonly failures: number;
}

/** The mail is due, and workers are woken, when this commits. */
export async function insertMail(trx: Queryable, sealed: Buffer): Promise<void> {
  await trx.query(
    `with added as (insert into mails (sealed) values ($1) returning 1) select pg_notify($2, '') from added`,
    [sealed, mailChannel],
  );
}

/** Takes at most so many that are due, the longest due first: nobody else takes them for `leaseSeconds`. */
export async function takeDueMails(db: Queryable, limit: number, leaseSeconds: number): Promise<DueMail[]> {
  return db.query<DueMail>(
    `update mails set next_attempt_at = now() + make_interval(secs => $2) where id in (
       select id from mails where next_attempt_at <= now() order by next_attempt_at limit $1 for update skip locked)
     returning id, sealed, failures`,
    [limit, leaseSeconds],
  );
}

/** These stay their worker's for `leaseSeconds` from now. */
export async function renewMails(db: Queryable, ids: readonly string[], leaseSeconds: number): Promise<void> {
  await db.query(
    'update mails set next_attempt_at = now() + make_interval(secs => $2) where id = any($1) and next_attempt_at > now()',
    [ids, leaseSeconds],
  );
}

/** Counts a failure; the mail is due again after `pauseSeconds`. */
export async function postponeMail(db: Queryable, id: string, pauseSeconds: number): Promise<void> {
  await db.query(
    'update mails set failures = failures + 1, next_attempt_at = now() + make_interval(secs => $2) where id = $1',
    [id, pauseSeconds],
  );
}

export async function deleteMail(db: Queryable, id: string): Promise<void> {
  await db.query('delete from mails where id = $1', [id]);
}

/** How many are still to be sent, and how many of those could not be sent at least once. */
export async function countWaitingMails(db: Queryable): Promise<{ waiting: number; failing: number }> {
  const [row] = await db.query<{ waiting: string; failing: string }>(
    'select count(*) as waiting, count(*) filter (where failures > 0) as failing from mails',
  );
  return { waiting: Number(row?.waiting ?? 0), failing: Number(row?.failing ?? 0) };
}

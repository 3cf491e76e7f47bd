// All SQL for the table mails. Times come from the database's clock, so workers' clocks do not matter.
import type { Queryable } from '../../../io/db/database.ts';

/** The channel that notifies workers of due mails. */
export const mailChannel = 'quittance_mail';

/**
 * The order in which mails are sent: security mails of an account first, then other mails to accounts, then mails to
 * people without an account. Messages to channels go their own way.
 */
export const lanes = { security: 0, account: 1, outside: 2, channel: 3 } as const;
export type Lane = keyof typeof lanes;

export interface DueMail {
  readonly id: string;
  readonly lane: Lane;
  /** Whether the mail was already charged to its budgets. */
  readonly isCharged: boolean;
  readonly sealed: Buffer;
  /** The number of failed attempts to send it. */
  readonly failures: number;
}

/** The mail becomes due and workers are notified when this commits. */
export async function insertMail(
  trx: Queryable,
  { sealed, lane, isCharged }: Pick<DueMail, 'sealed' | 'lane' | 'isCharged'>,
): Promise<void> {
  await trx.query(
    `with added as (insert into mails (sealed, lane, is_charged) values ($1, $3, $4) returning 1)
     select pg_notify($2, '') from added`,
    [sealed, mailChannel, lanes[lane], isCharged],
  );
}

/** Lanes that share the connections of a worker. */
export type LaneGroup = 'security' | 'others' | 'channel';

const lanesOf: Readonly<Record<LaneGroup, readonly [Lane, Lane]>> = {
  security: ['security', 'security'],
  others: ['account', 'outside'],
  channel: ['channel', 'channel'],
};

/** Leases at most `limit` due mails of these lanes. No other worker takes them until the lease ends. */
export async function takeDueMails(
  db: Queryable,
  from: LaneGroup,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<DueMail[]> {
  if (limit <= 0) return [];
  const rows = await db.query<Omit<DueMail, 'lane'> & { readonly lane: number }>(
    `with due as materialized (
       select id from mails where lane between $3 and $4 and next_attempt_at <= now()
       order by lane, next_attempt_at limit $1 for update skip locked)
     update mails m set next_attempt_at = now() + make_interval(secs => $2) from due where m.id = due.id
     returning m.id, lane, is_charged as "isCharged", sealed, failures`,
    [limit, leaseSeconds, ...lanesOf[from].map((lane) => lanes[lane])],
  );
  return rows.map((row) => ({ ...row, lane: laneNames[row.lane] ?? 'account' }));
}

const laneNames: readonly Lane[] = ['security', 'account', 'outside', 'channel'];

/** Marks the mail as charged, so that further attempts do not charge it again. */
export async function markCharged(trx: Queryable, id: string): Promise<void> {
  await trx.query('update mails set is_charged = true where id = $1', [id]);
}

/** Extends the leases of these mails to `leaseSeconds` from now. */
export async function renewMails(db: Queryable, ids: readonly string[], leaseSeconds: number): Promise<void> {
  await db.query(
    `update mails set next_attempt_at = now() + make_interval(secs => $2)
     where id = any($1) and next_attempt_at > now()`,
    [ids, leaseSeconds],
  );
}

/** Counts a failure and makes the mail due again after `pauseSeconds`. */
export async function postponeMail(db: Queryable, id: string, pauseSeconds: number): Promise<void> {
  await db.query(
    'update mails set failures = failures + 1, next_attempt_at = now() + make_interval(secs => $2) where id = $1',
    [id, pauseSeconds],
  );
}

export async function deleteMail(db: Queryable, id: string): Promise<void> {
  await db.query('delete from mails where id = $1', [id]);
}

/** Returns how many mails are queued, and how many of them failed at least once. Messages to channels do not count. */
export async function countWaitingMails(db: Queryable): Promise<{ waiting: number; failing: number }> {
  const [row] = await db.query<{ waiting: string; failing: string }>(
    'select count(*) as waiting, count(*) filter (where failures > 0) as failing from mails where lane < 3',
  );
  return { waiting: Number(row?.waiting ?? 0), failing: Number(row?.failing ?? 0) };
}

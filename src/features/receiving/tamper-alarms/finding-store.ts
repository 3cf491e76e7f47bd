// All SQL of what was found written past the service, and of apps whose quotes stand still for it.
import type { Queryable } from '../../../io/db/database.ts';

import type { Finding } from './finding.ts';

/**
 * False where it is known already. A transaction, an invoice, a credit or a transfer stays known once its owner has
 * seen to it: the row is not used, and nothing but the row as it was can put it right.
 */
export async function recordFinding(trx: Queryable, finding: Finding, now: Date): Promise<boolean> {
  const rows = await trx.query(
    `insert into tamper_findings (subject_type, subject_id, app_id, found_at) values ($1, $2, $3, $4)
     on conflict (subject_type, subject_id) do update set found_at = excluded.found_at, settled_at = null
       where tamper_findings.settled_at is not null
         and tamper_findings.subject_type not in ('transaction', 'invoice', 'credit', 'transfer')
     returning 1`,
    [finding.subjectType, finding.subjectId, finding.appId, now],
  );
  return rows.length > 0;
}

/** False where they stood still before. */
export async function stopQuotesOf(trx: Queryable, appId: string, now: Date): Promise<boolean> {
  const rows = await trx.query(
    'update apps set quotes_stopped_at = $2 where id = $1 and quotes_stopped_at is null returning 1',
    [appId, now],
  );
  return rows.length > 0;
}

/** Lets an app quote again, and settles what was found of its addresses; false where it was quoting all the time. */
export async function resumeQuotesOf(trx: Queryable, appId: string, now: Date): Promise<boolean> {
  const rows = await trx.query(
    'update apps set quotes_stopped_at = null where id = $1 and quotes_stopped_at is not null returning 1',
    [appId],
  );
  if (rows.length === 0) return false;
  await trx.query(
    "update tamper_findings set settled_at = $2 where app_id = $1 and settled_at is null and subject_type <> 'member'",
    [appId, now],
  );
  return true;
}

/** Open findings of rows that no act of an owner settles. */
export async function listOpenFindings(db: Queryable): Promise<Finding[]> {
  return db.query<Finding>(
    `select subject_type as "subjectType", subject_id as "subjectId", app_id as "appId" from tamper_findings
     where settled_at is null and subject_type not in ('address', 'member') order by app_id, subject_id`,
  );
}

/** The row is as it was: another change of it is a new finding. */
export async function forgetFinding(trx: Queryable, { subjectType, subjectId }: Finding): Promise<void> {
  await trx.query('delete from tamper_findings where subject_type = $1 and subject_id = $2', [subjectType, subjectId]);
}

export async function areQuotesStopped(db: Queryable, appId: string): Promise<boolean> {
  const rows = await db.query('select 1 from apps where id = $1 and quotes_stopped_at is not null', [appId]);
  return rows.length > 0;
}

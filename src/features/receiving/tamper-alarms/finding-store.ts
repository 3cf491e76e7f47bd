// All SQL of rows found changed outside the service, and of apps with stopped quotes because of them.
import type { Queryable } from '../../../io/db/database.ts';

import type { Finding } from './finding.ts';

/**
 * Returns false if the finding is known already. A finding about a transaction, an invoice, a credit or a transfer
 * stays known after its owner has seen it: only restoring the row repairs it.
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

/** Returns false if the quotes were stopped already. */
export async function stopQuotesOf(trx: Queryable, appId: string, now: Date): Promise<boolean> {
  const rows = await trx.query(
    'update apps set quotes_stopped_at = $2 where id = $1 and quotes_stopped_at is null returning 1',
    [appId, now],
  );
  return rows.length > 0;
}

/**
 * Lets an app quote again and settles its findings, except those about members. Returns false if its quotes were not
 * stopped.
 */
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

/** Lists open findings that an owner cannot settle. */
export async function listOpenFindings(db: Queryable): Promise<Finding[]> {
  return db.query<Finding>(
    `select subject_type as "subjectType", subject_id as "subjectId", app_id as "appId" from tamper_findings
     where settled_at is null and subject_type not in ('address', 'member') order by app_id, subject_id`,
  );
}

/** Called after the row was restored, so that another change is a new finding. */
export async function forgetFinding(trx: Queryable, { subjectType, subjectId }: Finding): Promise<void> {
  await trx.query('delete from tamper_findings where subject_type = $1 and subject_id = $2', [subjectType, subjectId]);
}

export async function areQuotesStopped(db: Queryable, appId: string): Promise<boolean> {
  const rows = await db.query('select 1 from apps where id = $1 and quotes_stopped_at is not null', [appId]);
  return rows.length > 0;
}

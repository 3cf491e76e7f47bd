// All SQL of the instance's record of its database: the server's identity, and the last commits seen by processes.
import type { Queryable } from '../../../io/db/database.ts';

export interface Standing {
  /** Null before the first start. */
  readonly instanceId: string | null;
  readonly generation: bigint;
  /** The server at the last start or recovery; null if the server does not report it. */
  readonly system: string | null;
  readonly timeline: number | null;
  /** The server that answers now. */
  readonly systemNow: string | null;
  readonly timelineNow: number | null;
  readonly wentBackAt: Date | null;
  readonly wentBackHow: string | null;
  readonly recoveredAt: Date | null;
}

const columns = `instance_id as "instanceId", generation::text as generation, system_identifier as system, timeline,
  current_system() as "systemNow", current_timeline() as "timelineNow",
  went_back_at as "wentBackAt", went_back_how as "wentBackHow", recovered_at as "recoveredAt"`;

type Row = Omit<Standing, 'generation'> & { readonly generation: string };

export async function readStanding(db: Queryable): Promise<Standing> {
  const [row] = await db.query<Row>(`select ${columns} from database_standing`);
  if (row === undefined) throw new Error('The row of the table database_standing is missing.');
  return { ...row, generation: BigInt(row.generation) };
}

/** Returns the same as readStanding, and locks it against other changes. */
export async function lockStanding(trx: Queryable): Promise<Standing> {
  await trx.query('select from database_standing for update');
  return readStanding(trx);
}

/** Records the current server and instance if nothing is recorded yet. */
export async function adoptServer(db: Queryable, instanceId: string, generation: bigint): Promise<void> {
  await db.query(
    `update database_standing set instance_id = coalesce(instance_id, $1),
       generation = case when instance_id is null then $2 else generation end,
       timeline = coalesce(timeline, current_timeline()),
       system_identifier = coalesce(system_identifier, current_system())
     where instance_id is null or timeline is null or system_identifier is null`,
    [instanceId, generation],
  );
}

/** From this commit on, no customer is shown an address or an amount. */
export async function recordWentBack(db: Queryable, how: string): Promise<void> {
  await db.query(`update database_standing set went_back_at = now(), went_back_how = $1 where went_back_at is null`, [
    how,
  ]);
}

/** Called after the lost commits were handled: all processes begin to count again on the current server. */
export async function recordRecovered(trx: Queryable, generation: bigint, at: Date): Promise<void> {
  await trx.query('delete from process_marks');
  await trx.query(
    `update database_standing set timeline = current_timeline(), system_identifier = current_system(),
       went_back_at = null, went_back_how = null, recovered_at = $2, generation = greatest(generation + 1, $1)`,
    [generation, at],
  );
}

/** Returns when a process last set a mark that still exists: at most a second before the last commit. */
export async function lastMarkAt(db: Queryable): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>('select max(seen_at) as at from process_marks');
  return row?.at ?? null;
}

export async function insertMark(db: Queryable, process: string, keyMark: string): Promise<void> {
  await db.query(`delete from process_marks where seen_at < now() - interval '60 days'`);
  await db.query('insert into process_marks (process, marks, key_mark, seen_at) values ($1, 1, $2, now())', [
    process,
    keyMark,
  ]);
}

/**
 * Adds one to the marks of a process. Returns null if they are fewer than `seen` or gone. More than `seen` is harmless:
 * the answer to the last mark was lost.
 */
export async function addMark(db: Queryable, process: string, seen: number): Promise<number | null> {
  const [row] = await db.query<{ marks: string }>(
    `update process_marks set marks = marks + 1, seen_at = now() where process = $1 and marks >= $2
     returning marks::text as marks`,
    [process, seen],
  );
  return row === undefined ? null : Number(row.marks);
}

export async function marksOf(db: Queryable, process: string): Promise<number | null> {
  const [row] = await db.query<{ marks: string }>('select marks::text as marks from process_marks where process = $1', [
    process,
  ]);
  return row === undefined ? null : Number(row.marks);
}

/** Returns the problem code while quotes are stopped; null if they are not, or if the database is unavailable. */
export async function whyNoQuotes(db: Queryable): Promise<'database_went_back' | null> {
  const standing = await readStanding(db).catch(() => null);
  if (standing === null) return null;
  const { wentBackAt, timeline, timelineNow } = standing;
  const isOther = timeline !== null && timelineNow !== null && timeline !== timelineNow;
  return wentBackAt !== null || isOther ? 'database_went_back' : null;
}

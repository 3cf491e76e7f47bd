// All SQL of what an instance knows of its database: which one it is, and what its processes saw committed last.
import type { Queryable } from '../../../io/db/database.ts';

export interface Standing {
  /** null before the first start. */
  readonly instanceId: string | null;
  readonly generation: bigint;
  /** As of the last start or recovery; null where the server does not tell. */
  readonly system: string | null;
  readonly timeline: number | null;
  /** Of the server that answers now. */
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
  if (row === undefined) throw new Error('The database has no standing.');
  return { ...row, generation: BigInt(row.generation) };
}

/** As readStanding; whoever else wants to change it waits. */
export async function lockStanding(trx: Queryable): Promise<Standing> {
  await trx.query('select from database_standing for update');
  return readStanding(trx);
}

/** The server that answers now is the instance's, where nothing is recorded yet. */
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

/** Nobody is shown an address or an amount from this commit on. */
export async function recordWentBack(db: Queryable, how: string): Promise<void> {
  await db.query(`update database_standing set went_back_at = now(), went_back_how = $1 where went_back_at is null`, [
    how,
  ]);
}

/** What was lost is taken care of: all processes begin to count anew on the server that answers now. */
export async function recordRecovered(trx: Queryable, generation: bigint, at: Date): Promise<void> {
  await trx.query('delete from process_marks');
  await trx.query(
    `update database_standing set timeline = current_timeline(), system_identifier = current_system(),
       went_back_at = null, went_back_how = null, recovered_at = $2, generation = greatest(generation + 1, $1)`,
    [generation, at],
  );
}

/** When a process last set a mark that is still there: at most a second before the last commit. */
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
 * Adds one to the marks of a process; null where they are fewer than `seen`, or gone. More than were seen is no harm:
 * the answer to the last one was lost.
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

/** The problem's code while no quote is given; null where all is well, or the database is away. */
export async function whyNoQuotes(db: Queryable): Promise<'database_went_back' | null> {
  const standing = await readStanding(db).catch(() => null);
  if (standing === null) return null;
  const { wentBackAt, timeline, timelineNow } = standing;
  const isOther = timeline !== null && timelineNow !== null && timeline !== timelineNow;
  return wentBackAt !== null || isOther ? 'database_went_back' : null;
}

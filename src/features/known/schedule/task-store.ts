// All SQL for the table tasks. Due times use the service's clock. Leases use the clock of the database, which all
// workers share.
import type { Queryable } from '../../../io/db/database.ts';

export interface Task {
  readonly id: string;
  readonly kind: string;
  /** The subject of the task. Empty for a recurring task. */
  readonly key: string;
  /** The number of consecutive failures. */
  readonly failures: number;
}

/** A worker's right to run a task for some seconds. */
export interface Lease {
  /** The worker's UUID. */
  readonly owner: string;
  readonly seconds: number;
}

/**
 * Queues a task of this kind for each key, due at `dueAt`. Already queued tasks stay unchanged. Returns the number of
 * new tasks.
 */
export async function queueTasks(trx: Queryable, kind: string, keys: readonly string[], dueAt: Date): Promise<number> {
  if (keys.length === 0) return 0;
  const rows = await trx.query(
    `insert into tasks (kind, key, due_at) select $1, key, $3 from unnest($2::text[]) as key
     on conflict (kind, key) do nothing returning 1`,
    [kind, keys, dueAt],
  );
  return rows.length;
}

/** Makes the recurring task of this kind due at `dueAt` at the latest. */
export async function scheduleTask(db: Queryable, kind: string, dueAt: Date): Promise<void> {
  await db.query(
    `insert into tasks as known (kind, key, due_at) values ($1, '', $2)
     on conflict (kind, key) do update set due_at = excluded.due_at where known.due_at > excluded.due_at`,
    [kind, dueAt],
  );
}

/**
 * Leases at most `limit` due tasks of these kinds, the longest overdue first. No other worker takes them during the
 * lease.
 */
export async function takeDueTasks(
  db: Queryable,
  { kinds, now, limit }: { readonly kinds: readonly string[]; readonly now: Date; readonly limit: number },
  { owner, seconds }: Lease,
): Promise<Task[]> {
  if (limit <= 0 || kinds.length === 0) return [];
  return db.query<Task & Record<string, unknown>>(
    `with due as materialized (
       select id from tasks
       where kind = any($1) and due_at <= $2 and (leased_until is null or leased_until <= now())
       order by due_at limit $3 for update skip locked)
     update tasks t set leased_by = $4, leased_until = now() + make_interval(secs => $5) from due where t.id = due.id
     returning t.id, kind, key, failures`,
    [kinds, now, limit, owner, seconds],
  );
}

/** Extends the leases that this worker still holds. */
export async function renewTasks(db: Queryable, ids: readonly string[], { owner, seconds }: Lease): Promise<void> {
  await db.query(
    `update tasks set leased_until = now() + make_interval(secs => $3) where id = any($1) and leased_by = $2`,
    [ids, owner, seconds],
  );
}

/** Deletes a completed task. Returns false if another worker holds its lease, and then this worker must not commit. */
export async function deleteTask(trx: Queryable, id: string, owner: string): Promise<boolean> {
  const rows = await trx.query('delete from tasks where id = $1 and leased_by = $2 returning 1', [id, owner]);
  return rows.length > 0;
}

/** Ends this worker's lease and makes the task due again at the given time. `failures` is 0 after a success. */
export async function putBackTask(
  db: Queryable,
  { id, dueAt, failures }: Pick<Task, 'id' | 'failures'> & { readonly dueAt: Date },
  owner: string,
): Promise<void> {
  await db.query(
    `update tasks set due_at = $3, failures = $4, leased_by = null, leased_until = null
     where id = $1 and leased_by = $2`,
    [id, owner, dueAt, failures],
  );
}

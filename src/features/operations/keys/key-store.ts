// All SQL of the key tables: sealed checks that prove keys, and stored keys.
import type { Queryable } from '../../../io/db/database.ts';

export interface KeyCheck {
  readonly mark: string;
  readonly sealed: Buffer;
}

export function listKeyChecks(db: Queryable): Promise<KeyCheck[]> {
  return db.query<{ mark: string; sealed: Buffer }>('select mark, sealed from key_checks order by created_at, mark');
}

/** Serializes processes that start at the same time. */
export async function lockKeyChecks(trx: Queryable): Promise<void> {
  await trx.query('lock table key_checks in share row exclusive mode');
}

export async function insertKeyCheck(trx: Queryable, check: KeyCheck): Promise<void> {
  await trx.query('insert into key_checks (mark, sealed) values ($1, $2)', [check.mark, check.sealed]);
}

export async function updateKeyCheck(db: Queryable, check: KeyCheck): Promise<void> {
  await db.query('update key_checks set sealed = $2 where mark = $1', [check.mark, check.sealed]);
}

export async function deleteOtherChecks(db: Queryable, mark: string): Promise<void> {
  await db.query('delete from key_checks where mark <> $1', [mark]);
}

export async function listKeptKeys(db: Queryable): Promise<{ purpose: string; sealed: Buffer }[]> {
  return db.query('select purpose, sealed from kept_keys');
}

/** Keeps a key that is stored already. */
export async function insertKeptKey(trx: Queryable, purpose: string, sealed: Buffer): Promise<void> {
  await trx.query('insert into kept_keys (purpose, sealed) values ($1, $2) on conflict (purpose) do nothing', [
    purpose,
    sealed,
  ]);
}

/** Returns the number of processes that ran within the last ten seconds and seal with another key. */
export async function countOtherSealers(db: Queryable, mark: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from process_marks
     where key_mark <> $1 and seen_at > now() - interval '10 seconds'`,
    [mark],
  );
  return row?.count ?? 0;
}

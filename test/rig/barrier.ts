// Holds one transaction open while another runs, and asks PostgreSQL whether the second waits for the first.
import assert from 'node:assert/strict';
import type { Database, Queryable } from '../../src/io/db/database.ts';
import { until } from './client.ts';

/** Its first transaction stays open after its last statement, until the second function waits for it or has ended. */
type First<T> = (held: Database) => Promise<T>;
type Second<T> = () => Promise<T>;

/**
 * Asserts that `second` waits for the transaction of `first`, and returns the results of both. `db` needs three
 * connections. Row locks of single statements also cause waits, so a test must also assert a result that only the order
 * explains.
 */
export async function waits<A, B>(db: Database, first: First<A>, second: Second<B>): Promise<[A, B]> {
  const { met, results } = await meet(db, first, second);
  assert.equal(met, 'waited', 'the second act ended while the first one was open');
  return results;
}

/** Asserts that `second` ends while the transaction of `first` is open. Returns the results of both. */
export async function passes<A, B>(db: Database, first: First<A>, second: Second<B>): Promise<[A, B]> {
  const { met, results } = await meet(db, first, second);
  assert.equal(met, 'passed', 'the second act waited for the first one');
  return results;
}

async function meet<A, B>(db: Database, first: First<A>, second: Second<B>) {
  const opened = Promise.withResolvers<number>();
  const release = Promise.withResolvers<void>();
  const hold = async (trx: Queryable) => {
    const [own] = await trx.query<{ pid: number }>('select pg_backend_pid() as pid');
    opened.resolve(own?.pid ?? 0);
    await release.promise;
  };
  const one = first(heldOnce(db, hold));
  one.then(() => opened.reject(new Error('The first act opened no transaction.')), opened.reject);
  const acts: Promise<unknown>[] = [one];
  try {
    const pid = await opened.promise;
    let isOver = false;
    const other = second().finally(() => {
      isOver = true;
    });
    acts.push(other);
    other.catch(() => {});
    const met = await until(
      async () => (isOver ? 'passed' : (await isWaitedFor(db, pid)) && 'waited'),
      'the second act to wait or to end',
      { everyMs: 5 },
    );
    release.resolve();
    return { met, results: await Promise.all([one, other]) };
  } finally {
    release.resolve();
    await Promise.allSettled(acts);
  }
}

function heldOnce(db: Database, hold: (trx: Queryable) => Promise<void>): Database {
  let isHeld = false;
  return {
    ...db,
    atomically: (act) =>
      db.atomically(async (trx) => {
        const done = await act(trx);
        if (!isHeld) {
          isHeld = true;
          await hold(trx);
        }
        return done;
      }),
  };
}

async function isWaitedFor(db: Database, pid: number): Promise<boolean> {
  const rows = await db.query(
    `select from pg_stat_activity where datname = current_database() and $1 = any(pg_blocking_pids(pid))`,
    [pid],
  );
  return rows.length > 0;
}

// A part of a database transaction that can fail by itself.
import type { Queryable } from './database.ts';

/**
 * Runs `act` behind a savepoint. If it throws, its writes are rolled back and the error is returned. If `isFatal` says
 * so, the error is thrown instead, to end the whole transaction. Returns null if `act` succeeds.
 */
export async function tryApart(
  trx: Queryable,
  act: () => Promise<void>,
  isFatal: (error: unknown) => boolean,
): Promise<{ readonly error: unknown } | null> {
  await trx.query('savepoint apart');
  try {
    await act();
    await trx.query('release savepoint apart');
    return null;
  } catch (error) {
    if (isFatal(error)) throw error;
    await trx.query('rollback to savepoint apart');
    return { error };
  }
}

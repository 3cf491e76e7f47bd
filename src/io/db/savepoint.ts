// A part of a database transaction that can fail without the rest.
import type { Queryable } from './database.ts';

/**
 * Runs `act` behind a savepoint. What it throws undoes what it wrote and is answered, unless `isFatal` says that the
 * whole transaction must end with it; null where it did not throw.
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

// Asks the watcher of a network, in any process, to look for new blocks at once.
import type { Database, Queryable } from '../../../io/db/database.ts';

const wakeChannel = 'network_wake';

/** In a transaction, the watcher is asked when it commits. */
export async function wakeNetwork(db: Queryable, networkId: string): Promise<void> {
  await db.query('select pg_notify($1, $2)', [wakeChannel, networkId]);
}

/** Returns a function that stops listening. A request that is missed while the connection is away is lost. */
export function listenForWakes(db: Database, onWake: (networkId: string) => void): Promise<() => Promise<void>> {
  return db.listen(wakeChannel, onWake, () => undefined);
}

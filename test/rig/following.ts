// Measures the progress of the service on a network by its cursor.
import { until } from './client.ts';
import type { TestDatabase } from './database.ts';

const ofNetwork = 'from network_cursors where network_id = (select id from networks where symbol = $1)';

/** Waits until the service has read the block that is the newest now; `headHash` gets it from the node. */
export async function hasReadAll(
  { db }: TestDatabase,
  network: string,
  headHash: () => string | Promise<string>,
): Promise<void> {
  await until(async () => {
    const head = await headHash();
    const [cursor] = await db.query<{ block_hash: string | null }>(`select block_hash ${ofNetwork}`, [network]);
    return cursor?.block_hash === head;
  }, 'the service to have read every block');
}

/** Waits until the service has completed this many more rounds. */
export async function hasLooked({ db }: TestDatabase, network: string, count: number): Promise<void> {
  let last: string | undefined;
  let changes = -1;
  await until(async () => {
    // The lease is renewed at the start of each round.
    const [cursor] = await db.query<{ lease: string }>(`select lease_until::text as lease ${ofNetwork}`, [network]);
    if (cursor?.lease !== last) changes += 1;
    last = cursor?.lease;
    return changes > count;
  }, 'the service to look at the network');
}

// SQL of the position in the feed of a rail without blocks. The row and its lease are those of a chain's cursor.
import type { Queryable } from '../../../io/db/database.ts';

export interface FeedCursor {
  /** The rail's own mark; null before the first payment. */
  readonly mark: string | null;
  /** When the last whole reading began, on the instance's clock; null before the first. Deadlines go by it. */
  readonly readUntil: Date | null;
}

/** Null if no process has followed the network yet. */
export async function readFeedCursor(db: Queryable, networkId: string): Promise<FeedCursor | null> {
  const [row] = await db.query<{ feed_mark: string | null; chain_time: Date | null }>(
    'select feed_mark, chain_time from network_cursors where network_id = $1',
    [networkId],
  );
  return row === undefined ? null : { mark: row.feed_mark, readUntil: row.chain_time };
}

export interface FeedMove {
  readonly owner: string;
  readonly from: string | null;
  readonly to: string | null;
  /** The start of the reading; null if more of it can be read. */
  readonly readUntil: Date | null;
}

/**
 * Moves the mark, records that the rail answered, and locks the row until the commit. Returns false and writes nothing
 * if the stored mark is another one, or if this process has lost the lease.
 */
export async function moveFeed(
  db: Queryable,
  networkId: string,
  { owner, from, to, readUntil }: FeedMove,
): Promise<boolean> {
  const rows = await db.query(
    `update network_cursors set feed_mark = $4, chain_time = greatest(chain_time, $5), reached_at = now()
     where network_id = $1 and lease_owner = $2 and feed_mark is not distinct from $3 returning network_id`,
    [networkId, owner, from, to, readUntil],
  );
  return rows.length === 1;
}

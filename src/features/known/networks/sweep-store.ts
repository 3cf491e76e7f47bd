// All SQL of sweeps: the addresses to check, their last balances, and the swept blocks.
import { medianTimePast } from '../../../core/payment/chain-cursor.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { recordBlockHeaders } from './block-store.ts';
import { newestTimes } from './cursor-store.ts';
import { listSomeWatched } from './watched-store.ts';

/**
 * Returns the canonical addresses to check in a sweep, or null if the network has more than `most`. If the total stays
 * within `most`, it includes the addresses of other networks that share their addresses with this one. A payment to the
 * right address on the wrong network must be noticed as well.
 */
export async function listSwept(db: Queryable, networkId: string, most: number): Promise<string[] | null> {
  const own = await listSomeWatched(db, networkId, { alsoShared: false, most: most + 1 });
  if (own.length > most) return null;
  const all = await listSomeWatched(db, networkId, { alsoShared: true, most: most + 1 });
  return all.length > most ? own : all;
}

/** Returns the native coin balances, in smallest units, at the last block that was swept. */
export async function listBalances(db: Queryable, networkId: string): Promise<Map<string, bigint>> {
  const rows = await db.query<{ address: string; balance: string }>(
    'select address, balance from swept_balances where network_id = $1',
    [networkId],
  );
  return new Map(rows.map(({ address, balance }) => [address, BigInt(balance)]));
}

/** Replaces all recorded balances by these. */
export async function recordBalances(
  trx: Queryable,
  networkId: string,
  balances: ReadonlyMap<string, bigint>,
): Promise<void> {
  const rows = [...balances].map(([address, balance]) => ({ address, balance: balance.toString() }));
  await trx.query(
    `with given as (select * from json_to_recordset($2::json) as b(address text, balance numeric)),
       gone as (delete from swept_balances s where s.network_id = $1
         and not exists (select 1 from given where given.address = s.address))
     insert into swept_balances as s (network_id, address, balance) select $1, address, balance from given
     on conflict (network_id, address) do update set balance = excluded.balance
     where s.balance <> excluded.balance`,
    [networkId, JSON.stringify(rows)],
  );
}

/**
 * Moves the cursor to this block, over blocks that were swept and not read. The commit must hold the cursor. The
 * headers of the last swept blocks are kept, however far apart, to walk back a reorg.
 */
export async function skipCursor(
  trx: Queryable,
  networkId: string,
  { from, to, headNumber, keepFrom, chainTime }: SkippedBlocks,
): Promise<void> {
  await recordBlockHeaders(trx, networkId, [to], keepFrom);
  const times = await newestTimes(trx, networkId, to.number);
  await trx.query(
    `update network_cursors set block_number = $2, block_hash = $3, chain_time = greatest(chain_time, to_timestamp($4)),
       head_number = $5, reached_at = now(), is_swept = true where network_id = $1`,
    [networkId, to.number, to.hash, chainTime ?? medianTimePast(times, to.number), headNumber],
  );
  const extended = await trx.query<{ first_block: string }>(
    'update network_sweeps set last_block = $3 where network_id = $1 and last_block = $2 returning first_block',
    [networkId, from, to.number],
  );
  if (extended.length > 0) return;
  await trx.query('insert into network_sweeps (network_id, first_block, last_block) values ($1, $2, $3)', [
    networkId,
    from + 1,
    to.number,
  ]);
}

export interface SkippedBlocks {
  /** The height before the first skipped block. */
  readonly from: number;
  readonly to: BlockHeader;
  readonly headNumber: number;
  /** The median time of the newest blocks, in Unix seconds. Null to compute it from the kept headers. */
  readonly chainTime: number | null;
  /** Older headers below this height are deleted, except the newest few. */
  readonly keepFrom: number;
}

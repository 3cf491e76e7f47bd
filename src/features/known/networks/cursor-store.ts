// All SQL of the position up to which each network was read, and of the lease that lets one process at a time read it.
import { medianBlocks, medianTimePast } from '../../../core/payment/chain-cursor.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import type { Queryable } from '../../../io/db/database.ts';

/**
 * The newest block with recorded transfers. Null before the first block. `time` is the chain's median time past at this
 * block, in Unix seconds, and 0 while too few blocks are known to compute it.
 */
export interface Cursor {
  readonly block: { readonly number: number; readonly hash: string; readonly time: number } | null;
  readonly halted: string | null;
  /** Whether the blocks up to this one were swept in one query instead of read one by one. */
  readonly isSwept: boolean;
  /** Whether the network was not polled since, because nothing could be paid on it. */
  readonly isResting: boolean;
}

interface CursorRow {
  block_number: string | null;
  block_hash: string | null;
  chain_time: Date | null;
  halted: string | null;
  is_swept: boolean;
  is_resting: boolean;
}

const columns = 'block_number, block_hash, chain_time, halted, is_swept, is_resting';
const leaseSeconds = 15;

/**
 * Takes or renews the lease of a network for 15 seconds. Returns the cursor, or null while another process holds the
 * lease. Times come from the database's clock, so processes with different clocks agree. A dead process loses its
 * lease: a holder attends (`Database.attend`) under the name of its `owner`, and other processes check this before they
 * take the lease. A process that finds the lease taken writes nothing. Do not call this inside a database transaction.
 */
export async function takeLease(db: Queryable, networkId: string, owner: string): Promise<Cursor | null> {
  const rows = await db.query<CursorRow>(
    `with taken as (
       update network_cursors set lease_owner = $2, lease_until = now() + make_interval(secs => $3)
       where network_id = $1 and case
         when lease_owner = $2 or lease_until is null or lease_until < now() then true
         else pg_try_advisory_xact_lock_shared(hashtextextended(lease_owner::text, 0)) end
       returning ${columns}
     ), first as (
       insert into network_cursors (network_id, lease_owner, lease_until)
       select $1, $2, now() + make_interval(secs => $3)
       where not exists (select from network_cursors where network_id = $1)
       on conflict (network_id) do nothing
       returning ${columns}
     )
     select * from taken union all select * from first`,
    [networkId, owner, leaseSeconds],
  );
  return rows[0] ? fromRow(rows[0]) : null;
}

export async function releaseLease(db: Queryable, networkId: string, owner: string): Promise<void> {
  await db.query(
    'update network_cursors set lease_owner = null, lease_until = null where network_id = $1 and lease_owner = $2',
    [networkId, owner],
  );
}

/**
 * Locks the cursor until the commit, so that no process records or reverts blocks meanwhile. Returns the scanned
 * height, or null if nothing was scanned yet.
 */
export async function holdCursor(trx: Queryable, networkId: string): Promise<number | null> {
  const rows = await trx.query<{ block_number: string | null }>(
    'select block_number from network_cursors where network_id = $1 for no key update',
    [networkId],
  );
  const number = rows[0]?.block_number ?? null;
  return number === null ? null : Number(number);
}

/** Returns the cursor, locked until the commit, or null if this process no longer holds the lease. */
export async function lockCursor(trx: Queryable, networkId: string, owner: string): Promise<Cursor | null> {
  const rows = await trx.query<CursorRow>(
    `select ${columns} from network_cursors
     where network_id = $1 and lease_owner = $2 for update`,
    [networkId, owner],
  );
  return rows[0] ? fromRow(rows[0]) : null;
}

/**
 * Moves the cursor to this block, which must have a kept header, and updates the chain's time. Along a branch this time
 * never goes back (BIP-113). After a reorg it follows the remaining branch. During sweeps finality is not checked, so
 * the final block counts as advanced now.
 */
export async function moveCursor(
  trx: Queryable,
  networkId: string,
  block: BlockHeader,
  headNumber: number,
): Promise<void> {
  const times = await newestTimes(trx, networkId, block.number);
  await trx.query(
    `update network_cursors set block_number = $2, block_hash = $3, head_number = $5, halted = null, reached_at = now(),
       chain_time = case when block_number < $2 then greatest(chain_time, to_timestamp($4)) else to_timestamp($4) end,
       final_moved_at = case when is_swept and final_moved_at is not null then to_timestamp($6) else final_moved_at end,
       is_swept = false
     where network_id = $1`,
    [networkId, block.number, block.hash, medianTimePast(times, block.number), headNumber, block.time],
  );
}

/**
 * Returns the times of the newest kept blocks up to this height, newest first, in Unix seconds: as many as a median
 * needs.
 */
export async function newestTimes(trx: Queryable, networkId: string, height: number): Promise<number[]> {
  const rows = await trx.query<{ time: Date }>(
    'select time from network_blocks where network_id = $1 and number <= $2 order by number desc limit $3',
    [networkId, height, medianBlocks],
  );
  return rows.map(({ time }) => Math.floor(time.getTime() / 1000));
}

/** Returns the height of the newest recorded block, or null if nothing was read yet. */
export async function recordedHeight(db: Queryable, networkId: string): Promise<number | null> {
  const [row] = await db.query<{ block_number: string | null }>(
    'select block_number from network_cursors where network_id = $1',
    [networkId],
  );
  return row?.block_number == null ? null : Number(row.block_number);
}

/** Returns the height of the newest recorded block, or null if this process does not hold the network's lease. */
export async function leasedHeight(db: Queryable, networkId: string, owner: string): Promise<number | null> {
  const [row] = await db.query<{ block_number: string | null }>(
    `select block_number from network_cursors
     where network_id = $1 and lease_owner = $2 and lease_until > now() and halted is null`,
    [networkId, owner],
  );
  return row === undefined || row.block_number === null ? null : Number(row.block_number);
}

function fromRow(row: CursorRow): Cursor {
  const { block_number: number, block_hash: hash, chain_time: time } = row;
  const block =
    number === null || hash === null
      ? null
      : { number: Number(number), hash, time: time === null ? 0 : Math.floor(time.getTime() / 1000) };
  return { block, halted: row.halted, isSwept: row.is_swept, isResting: row.is_resting };
}

// All SQL of the newest block headers read from each network. Reorgs are detected and walked back by these headers.
import { medianBlocks } from '../../../core/payment/chain-cursor.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import type { Queryable } from '../../../io/db/database.ts';

/**
 * At least this many of the newest headers are kept at any depth. The chain's time is computed from them, and sweeps
 * leave gaps.
 */
const keptAnyway = Math.max(16, medianBlocks);

/** Records these headers, and deletes older headers below `keepFrom` except the newest few. */
export async function recordBlockHeaders(
  trx: Queryable,
  networkId: string,
  headers: readonly BlockHeader[],
  keepFrom: number,
): Promise<void> {
  const kept = headers.filter((header) => header.number >= keepFrom);
  await trx.query(
    `insert into network_blocks (network_id, number, hash, parent_hash, time)
     select $1, b.number, b.hash, b.parent_hash, to_timestamp(b.time)
     from json_to_recordset($2::json) as b(number bigint, hash text, parent_hash text, time bigint)`,
    [
      networkId,
      JSON.stringify(
        kept.map((one) => ({ number: one.number, hash: one.hash, parent_hash: one.parentHash, time: one.time })),
      ),
    ],
  );
  await trx.query(
    `delete from network_blocks where network_id = $1 and number < least($2, (
       select min(number) from (
         select number from network_blocks where network_id = $1 order by number desc limit $3) as newest))`,
    [networkId, keepFrom, keptAnyway],
  );
}

/** Returns the kept headers, newest first. */
export async function listBlocks(db: Queryable, networkId: string): Promise<BlockHeader[]> {
  const rows = await db.query<BlockRow>(
    'select number, hash, parent_hash, time from network_blocks where network_id = $1 order by number desc',
    [networkId],
  );
  return rows.map(fromRow);
}

/**
 * Returns the seconds between two blocks of each network, computed from the times in the kept headers. A network with
 * fewer than two kept headers is left out.
 */
export async function listBlockSeconds(db: Queryable, networkIds: readonly string[]): Promise<Map<string, number>> {
  if (networkIds.length === 0) return new Map();
  const rows = await db.query<{ network_id: string; seconds: number }>(
    `select n.id as network_id,
       (extract(epoch from max(b.time) - min(b.time)) / (max(b.number) - min(b.number)))::float8 as seconds
     from unnest($1::uuid[]) as n(id) cross join lateral (
       select number, time from network_blocks where network_id = n.id order by number desc limit $2) b
     group by n.id having max(b.number) > min(b.number)`,
    [networkIds, keptAnyway],
  );
  return new Map(rows.map((row) => [row.network_id, row.seconds]));
}

/** Deletes the headers and the sweep records above this height. */
export async function deleteBlocksAbove(trx: Queryable, networkId: string, number: number): Promise<void> {
  await trx.query('delete from network_blocks where network_id = $1 and number > $2', [networkId, number]);
  await trx.query('delete from network_sweeps where network_id = $1 and first_block > $2', [networkId, number]);
  await trx.query('update network_sweeps set last_block = $2 where network_id = $1 and last_block > $2', [
    networkId,
    number,
  ]);
}

/** Returns the kept header at this height, or null. */
export async function findBlock(db: Queryable, networkId: string, number: number): Promise<BlockHeader | null> {
  const [row] = await db.query<BlockRow>(
    'select number, hash, parent_hash, time from network_blocks where network_id = $1 and number = $2',
    [networkId, number],
  );
  return row === undefined ? null : fromRow(row);
}

/**
 * Whether a block is on the branch that was read. For a kept height the hashes are compared. A block deeper than all
 * kept ones counts as on it. A block between two kept ones was only swept, so nothing contradicts it.
 */
export async function isOnScannedBranch(
  trx: Queryable,
  networkId: string,
  { number, hash }: BlockHeader,
): Promise<boolean> {
  const rows = await trx.query<{ is_on: boolean | null }>(
    `select case when min(number) > $2 then true
         when not bool_or(number = $2) then max(number) > $2
         else bool_or(number = $2 and hash = $3) end as is_on
     from network_blocks where network_id = $1`,
    [networkId, number, hash],
  );
  return rows[0]?.is_on === true;
}

interface BlockRow {
  number: string;
  hash: string;
  parent_hash: string;
  time: Date;
}

function fromRow(row: BlockRow): BlockHeader {
  return {
    number: Number(row.number),
    hash: row.hash,
    parentHash: row.parent_hash,
    time: Math.floor(row.time.getTime() / 1000),
  };
}

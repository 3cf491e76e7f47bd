// All SQL of the newest block headers of each network that was read: what a reorg is noticed and walked back by.
import { medianBlocks } from '../../../core/payment/chain-cursor.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import type { Queryable } from '../../../io/db/database.ts';

/** So many of the newest headers are kept however deep: they tell the chain's time, and sweeps leave gaps. */
const keptAnyway = Math.max(16, medianBlocks);

/** Records these headers and deletes those below `keepFrom`, but for the newest few. */
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

/** The kept headers, newest first. */
export async function listBlocks(db: Queryable, networkId: string): Promise<BlockHeader[]> {
  const rows = await db.query<BlockRow>(
    'select number, hash, parent_hash, time from network_blocks where network_id = $1 order by number desc',
    [networkId],
  );
  return rows.map(fromRow);
}

/**
 * How many seconds lie between two blocks of each of these networks, by the kept headers and their own clock; none for
 * a network of which fewer than two are kept.
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

/** Deletes the headers above this height, and what is known of sweeps there. */
export async function deleteBlocksAbove(trx: Queryable, networkId: string, number: number): Promise<void> {
  await trx.query('delete from network_blocks where network_id = $1 and number > $2', [networkId, number]);
  await trx.query('delete from network_sweeps where network_id = $1 and first_block > $2', [networkId, number]);
  await trx.query('update network_sweeps set last_block = $2 where network_id = $1 and last_block > $2', [
    networkId,
    number,
  ]);
}

/** The kept header of this height; null where there is none. */
export async function findBlock(db: Queryable, networkId: string, number: number): Promise<BlockHeader | null> {
  const [row] = await db.query<BlockRow>(
    'select number, hash, parent_hash, time from network_blocks where network_id = $1 and number = $2',
    [networkId, number],
  );
  return row === undefined ? null : fromRow(row);
}

/**
 * Whether a block is on the branch that was read. Among the kept blocks the hash decides; one deeper than all of them
 * no longer moves; of one between two kept blocks, which was only swept, nobody here can say otherwise.
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

// All SQL of the newest block headers of each network that was read: what a reorg is noticed and walked back by.
import type { BlockHeader } from '../../core/payment/transfer.ts';
import type { Queryable } from '../../io/db/database.ts';

/** Records these headers and deletes those below `keepFrom`. */
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
  await trx.query('delete from network_blocks where network_id = $1 and number < $2', [networkId, keepFrom]);
}

/** The kept headers, newest first. */
export async function listBlocks(db: Queryable, networkId: string): Promise<BlockHeader[]> {
  const rows = await db.query<BlockRow>(
    'select number, hash, parent_hash, time from network_blocks where network_id = $1 order by number desc',
    [networkId],
  );
  return rows.map(fromRow);
}

export async function deleteBlocksAbove(trx: Queryable, networkId: string, number: number): Promise<void> {
  await trx.query('delete from network_blocks where network_id = $1 and number > $2', [networkId, number]);
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
 * no longer moves.
 */
export async function isOnScannedBranch(
  trx: Queryable,
  networkId: string,
  { number, hash }: BlockHeader,
): Promise<boolean> {
  const rows = await trx.query<{ is_on: boolean | null }>(
    `select case when min(number) > $2 then true else bool_or(number = $2 and hash = $3) end as is_on
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

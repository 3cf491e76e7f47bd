// All SQL of how far each chain was read: the cursor with its lease, and the last blocks.
import type { BlockHeader } from '../../core/payment/transfer.ts';
import type { InnerSight } from '../../io/chains/chain.ts';
import type { Queryable } from '../../io/db/database.ts';

/** The newest block whose transfers are recorded; null before the first. time in Unix seconds. */
export interface Cursor {
  readonly block: { readonly number: number; readonly hash: string; readonly time: number } | null;
  readonly halted: string | null;
}

interface CursorRow {
  block_number: string | null;
  block_hash: string | null;
  block_time: Date | null;
  halted: string | null;
}

/**
 * Takes or renews the lease of a network for this process: the cursor, or null while another process holds it.
 * Times are the database's own, so that processes with different clocks agree.
 */
export async function takeLease(
  db: Queryable,
  networkId: string,
  owner: string,
  leaseSeconds: number,
): Promise<Cursor | null> {
  const rows = await db.query<CursorRow>(
    `insert into network_cursors as c (network_id, lease_owner, lease_until)
     values ($1, $2, now() + make_interval(secs => $3))
     on conflict (network_id) do update set lease_owner = $2, lease_until = now() + make_interval(secs => $3)
     where c.lease_owner = $2 or c.lease_until is null or c.lease_until < now()
     returning block_number, block_hash, block_time, halted`,
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
 * Holds the cursor where it is until this commit, whoever follows the network: no block is recorded or taken back
 * meanwhile. Answers the height scanned, or null where nothing was scanned yet.
 */
export async function holdCursor(trx: Queryable, networkId: string): Promise<number | null> {
  const rows = await trx.query<{ block_number: string | null }>(
    'select block_number from network_cursors where network_id = $1 for no key update',
    [networkId],
  );
  const number = rows[0]?.block_number ?? null;
  return number === null ? null : Number(number);
}

/** The cursor, locked for this commit, if this process still holds the lease; null otherwise. */
export async function lockCursor(trx: Queryable, networkId: string, owner: string): Promise<Cursor | null> {
  const rows = await trx.query<CursorRow>(
    `select block_number, block_hash, block_time, halted from network_cursors
     where network_id = $1 and lease_owner = $2 for update`,
    [networkId, owner],
  );
  return rows[0] ? fromRow(rows[0]) : null;
}

/**
 * Moves the cursor to this block. Its chain time never goes back: it is what deadlines are compared with. Seconds in
 * `time` are those of the block.
 */
export async function moveCursor(
  trx: Queryable,
  networkId: string,
  block: BlockHeader,
  headNumber: number,
): Promise<void> {
  await trx.query(
    `update network_cursors set block_number = $2, block_hash = $3, block_time = greatest(block_time, to_timestamp($4)),
       head_number = $5, halted = null, reached_at = now() where network_id = $1`,
    [networkId, block.number, block.hash, block.time, headNumber],
  );
}

/** Notes what an endpoint said the head is, and that the network was reached. */
export async function noteHead(db: Queryable, networkId: string, headNumber: number): Promise<void> {
  await db.query('update network_cursors set head_number = $2, reached_at = now() where network_id = $1', [
    networkId,
    headNumber,
  ]);
}

/** Until when what waits to be mined was looked at, on the network's clock; null where it never was. */
export async function lookedUntil(db: Queryable, networkId: string): Promise<Date | null> {
  const rows = await db.query<{ looked_at: Date | null }>(
    'select looked_at from network_cursors where network_id = $1',
    [networkId],
  );
  return rows[0]?.looked_at ?? null;
}

/** Notes that what waits to be mined was looked at. */
export async function noteLook(db: Queryable, networkId: string, at: Date): Promise<void> {
  await db.query('update network_cursors set looked_at = greatest(looked_at, $2) where network_id = $1', [
    networkId,
    at,
  ]);
}

/** Notes that an endpoint of this network answered as it should. */
export async function noteReached(db: Queryable, networkId: string): Promise<void> {
  await db.query(
    'insert into network_cursors (network_id, reached_at) values ($1, now()) on conflict (network_id) do update set reached_at = now()',
    [networkId],
  );
}

/** How a network stands, as its follower noted it. */
export interface NetworkStanding {
  /** Whether an endpoint answered lately and the network is not halted. */
  readonly isReached: boolean;
  /** How long the block called final has not moved, on the chain's own clock; null where nobody looked yet. */
  readonly finalityAgeSeconds: number | null;
  readonly internalTransfers: InnerSight | null;
}

/** By network. `withinSeconds`: how long an answer of an endpoint counts. */
export async function listStanding(db: Queryable, withinSeconds: number): Promise<Map<string, NetworkStanding>> {
  const rows = await db.query<{
    network_id: string;
    is_reached: boolean | null;
    finality_age: number | null;
    internal_transfers: NetworkStanding['internalTransfers'];
  }>(
    `select network_id, reached_at > now() - make_interval(secs => $1) and halted is null as is_reached,
       extract(epoch from block_time - final_moved_at)::float8 as finality_age, internal_transfers from network_cursors`,
    [withinSeconds],
  );
  return new Map(
    rows.map((row) => [
      row.network_id,
      {
        isReached: row.is_reached === true,
        finalityAgeSeconds: row.finality_age,
        internalTransfers: row.internal_transfers,
      },
    ]),
  );
}

/** Notes the block that the network calls final (null: it names none), and whether transfers within calls are seen. */
export async function noteStanding(
  db: Queryable,
  networkId: string,
  finalNumber: number | null,
  internalTransfers: NetworkStanding['internalTransfers'],
): Promise<void> {
  await db.query(
    `update network_cursors set internal_transfers = coalesce($3, internal_transfers),
       final_moved_at = case when $2::bigint is null then null
         when final_number is null or $2 > final_number then block_time else final_moved_at end,
       final_number = case when $2::bigint is null then null else greatest(final_number, $2) end
     where network_id = $1`,
    [networkId, finalNumber, internalTransfers],
  );
}

/** Stops following a network until a person looks at it. */
export async function haltNetwork(db: Queryable, networkId: string, why: string): Promise<void> {
  await db.query('update network_cursors set halted = $2 where network_id = $1', [networkId, why]);
}

/** Why nobody follows this network any more; null where somebody may. */
export async function haltReason(db: Queryable, networkId: string): Promise<string | null> {
  const rows = await db.query<{ halted: string | null }>('select halted from network_cursors where network_id = $1', [
    networkId,
  ]);
  return rows[0]?.halted ?? null;
}

/** How far a network was read, as operators see it. */
export interface Progress {
  readonly networkId: string;
  /** The newest block whose transfers are recorded, and what an endpoint called the head; null where nothing is known yet. */
  readonly block: number | null;
  readonly head: number | null;
  readonly reachedAt: Date | null;
  /** Whether an endpoint answered within these seconds. */
  readonly isReached: boolean;
  readonly halted: string | null;
}

export async function listProgress(db: Queryable, withinSeconds: number): Promise<Progress[]> {
  const rows = await db.query<{
    network_id: string;
    block_number: string | null;
    head_number: string | null;
    reached_at: Date | null;
    is_reached: boolean;
    halted: string | null;
  }>(
    `select network_id, block_number, head_number, reached_at, halted,
       coalesce(reached_at > now() - make_interval(secs => $1), false) as is_reached from network_cursors`,
    [withinSeconds],
  );
  return rows.map((row) => ({
    networkId: row.network_id,
    block: row.block_number === null ? null : Number(row.block_number),
    head: row.head_number === null ? null : Number(row.head_number),
    reachedAt: row.reached_at,
    isReached: row.is_reached,
    halted: row.halted,
  }));
}

/** Keeps these headers and forgets those below `keepFrom`. */
export async function keepBlocks(
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
  const rows = await db.query<{ number: string; hash: string; parent_hash: string; time: Date }>(
    'select number, hash, parent_hash, time from network_blocks where network_id = $1 order by number desc',
    [networkId],
  );
  return rows.map((row) => ({
    number: Number(row.number),
    hash: row.hash,
    parentHash: row.parent_hash,
    time: Math.floor(row.time.getTime() / 1000),
  }));
}

export async function deleteBlocksAbove(trx: Queryable, networkId: string, number: number): Promise<void> {
  await trx.query('delete from network_blocks where network_id = $1 and number > $2', [networkId, number]);
}

/**
 * How many milliseconds the fastest clock among the networks an app offers runs ahead of `now`; 0 where none does. A test
 * chain may be hours ahead, and a deadline is meant on the chain's clock.
 */
export async function chainClockLead(db: Queryable, appId: string, now: Date): Promise<number> {
  const rows = await db.query<{ latest: Date | null }>(
    `select max(c.block_time) as latest from app_cryptocurrencies ac
     join assets a on a.id = ac.asset_id join network_cursors c on c.network_id = a.network_id where ac.app_id = $1`,
    [appId],
  );
  const latest = rows[0]?.latest ?? null;
  return latest === null ? 0 : Math.max(0, latest.getTime() - now.getTime());
}

function fromRow(row: CursorRow): Cursor {
  const { block_number: number, block_hash: hash, block_time: time } = row;
  const block =
    number === null || hash === null || time === null
      ? null
      : { number: Number(number), hash, time: Math.floor(time.getTime() / 1000) };
  return { block, halted: row.halted };
}

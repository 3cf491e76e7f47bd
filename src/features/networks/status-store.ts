// All SQL of how each network is doing: whether it is reached, halted or disputed, what is final, and until when its
// mempool was scanned.
import type { InternalTransferVisibility } from '../../io/chains/chain.ts';
import type { Queryable } from '../../io/db/database.ts';

/** Records what an endpoint said the head is, and that the network was reached. */
export async function recordHead(db: Queryable, networkId: string, headNumber: number): Promise<void> {
  await db.query('update network_cursors set head_number = $2, reached_at = now() where network_id = $1', [
    networkId,
    headNumber,
  ]);
}

/** Until when the mempool was scanned, on the network's clock; null where it never was. */
export async function mempoolScannedUntil(db: Queryable, networkId: string): Promise<Date | null> {
  const rows = await db.query<{ mempool_scanned_at: Date | null }>(
    'select mempool_scanned_at from network_cursors where network_id = $1',
    [networkId],
  );
  return rows[0]?.mempool_scanned_at ?? null;
}

/** Records that the mempool was scanned. */
export async function recordMempoolScan(db: Queryable, networkId: string, at: Date): Promise<void> {
  await db.query(
    'update network_cursors set mempool_scanned_at = greatest(mempool_scanned_at, $2) where network_id = $1',
    [networkId, at],
  );
}

/** Records that an endpoint of this network answered as it should. */
export async function recordReached(db: Queryable, networkId: string): Promise<void> {
  await db.query(
    `insert into network_cursors (network_id, reached_at) values ($1, now())
     on conflict (network_id) do update set reached_at = now()`,
    [networkId],
  );
}

/** The state of a network, as the process that follows it recorded it. */
export interface NetworkStatus {
  /** Whether an endpoint answered lately and the network is not halted. */
  readonly isReached: boolean;
  /** How long the block called final has not moved, on the chain's own clock; null where nobody looked yet. */
  readonly finalityAgeSeconds: number | null;
  readonly internalTransfers: InternalTransferVisibility | null;
}

/** By network. `withinSeconds`: how long an answer of an endpoint counts. */
export async function listStatus(db: Queryable, withinSeconds: number): Promise<Map<string, NetworkStatus>> {
  const rows = await db.query<{
    network_id: string;
    is_reached: boolean | null;
    finality_age: number | null;
    internal_transfers: NetworkStatus['internalTransfers'];
  }>(
    `select network_id, reached_at > now() - make_interval(secs => $1) and halted is null as is_reached,
       extract(epoch from block_time - final_moved_at)::float8 as finality_age, internal_transfers
     from network_cursors`,
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

/** Records the block that the network calls final (null: it names none), and how internal transfers are seen. */
export async function recordStatus(
  db: Queryable,
  networkId: string,
  {
    finalNumber,
    internalTransfers,
  }: { finalNumber: number | null; internalTransfers: InternalTransferVisibility | null },
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

/** Stops reading a network until a person looks at it. */
export async function haltNetwork(db: Queryable, networkId: string, why: string): Promise<void> {
  await db.query('update network_cursors set halted = $2 where network_id = $1', [networkId, why]);
}

/** Why nobody reads this network any more; null where somebody may. */
export async function haltReason(db: Queryable, networkId: string): Promise<string | null> {
  const rows = await db.query<{ halted: string | null }>('select halted from network_cursors where network_id = $1', [
    networkId,
  ]);
  return rows[0]?.halted ?? null;
}

/** How far a network was read, as operators see it. */
export interface NetworkProgress {
  readonly networkId: string;
  /**
   * The newest block whose transfers are recorded, and what an endpoint called the head; null where nothing is known
   * yet.
   */
  readonly block: number | null;
  readonly head: number | null;
  readonly reachedAt: Date | null;
  /** Whether an endpoint answered within these seconds. */
  readonly isReached: boolean;
  readonly halted: string | null;
}

export async function listProgress(db: Queryable, withinSeconds: number): Promise<NetworkProgress[]> {
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

/** What the endpoints of a network say of each other. */
export interface NetworkAgreement {
  readonly networkId: string;
  /** What its endpoints do not agree on; null where they do. */
  readonly dispute: string | null;
  readonly heldPayments: number;
}

export async function listAgreements(db: Queryable): Promise<NetworkAgreement[]> {
  const rows = await db.query<{ network_id: string; dispute: string | null; held_payments: number | bigint }>(
    'select network_id, dispute, held_payments from network_cursors',
  );
  return rows.map((row) => ({
    networkId: row.network_id,
    dispute: row.dispute,
    heldPayments: Number(row.held_payments),
  }));
}

/** Records what the endpoints of a network do not agree on (null: they agree), and how many payments wait for that. */
export async function recordAgreement(
  db: Queryable,
  { networkId, dispute, heldPayments }: NetworkAgreement,
): Promise<void> {
  await db.query('update network_cursors set dispute = $2, held_payments = $3 where network_id = $1', [
    networkId,
    dispute,
    heldPayments,
  ]);
}

/**
 * How many milliseconds the fastest clock among the networks an app offers runs ahead of `now`; 0 where none does. A
 * test chain may be hours ahead, and a deadline is meant on the chain's clock.
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

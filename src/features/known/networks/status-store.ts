// All SQL of each network's status: reachability, halts, disputes, the final block, transfer fees, and the last mempool
// scan.
import type { InternalTransferVisibility, TransferFees } from '../../../io/chains/chain.ts';
import type { Queryable } from '../../../io/db/database.ts';

/** Records the head that an endpoint reported, and that the network was reached. */
export async function recordHead(db: Queryable, networkId: string, headNumber: number): Promise<void> {
  await db.query('update network_cursors set head_number = $2, reached_at = now() where network_id = $1', [
    networkId,
    headNumber,
  ]);
}

/** Returns the time of the last mempool scan, on the network's clock. Null if there was none. */
export async function mempoolScannedUntil(db: Queryable, networkId: string): Promise<Date | null> {
  const rows = await db.query<{ mempool_scanned_at: Date | null }>(
    'select mempool_scanned_at from network_cursors where network_id = $1',
    [networkId],
  );
  return rows[0]?.mempool_scanned_at ?? null;
}

/** Records a mempool scan. */
export async function recordMempoolScan(db: Queryable, networkId: string, at: Date): Promise<void> {
  await db.query(
    'update network_cursors set mempool_scanned_at = greatest(mempool_scanned_at, $2) where network_id = $1',
    [networkId, at],
  );
}

/** Records that an endpoint of this network gave a valid answer. */
export async function recordReached(db: Queryable, networkId: string): Promise<void> {
  await db.query(
    `insert into network_cursors (network_id, reached_at) values ($1, now())
     on conflict (network_id) do update set reached_at = now()`,
    [networkId],
  );
}

/** Records that every endpoint serves another chain. The network stays unreached until one serves this chain. */
export async function recordUnreached(db: Queryable, networkId: string): Promise<void> {
  await db.query('update network_cursors set reached_at = null where network_id = $1', [networkId]);
}

/** The state of a network, as recorded by the process that follows it. */
export interface NetworkStatus {
  /** Whether an endpoint answered recently and the network is not halted. */
  readonly isReached: boolean;
  /** The seconds, on the chain's clock, since the final block last advanced. Null if it is not checked. */
  readonly finalityAgeSeconds: number | null;
  readonly internalTransfers: InternalTransferVisibility | null;
  /** Null if no endpoint reported fees within a day. */
  readonly transferFees: TransferFees | null;
}

/** A network that is polled at intervals counts as reached until its next poll is overdue. */
const reached = 'greatest(reached_at, next_look_at) > now() - make_interval(secs => $1) and reached_at is not null';

/** Returns the status by network id. An endpoint's answer counts for `withinSeconds`. */
export async function listStatus(db: Queryable, withinSeconds: number): Promise<Map<string, NetworkStatus>> {
  const rows = await db.query<{
    network_id: string;
    is_reached: boolean | null;
    finality_age: number | null;
    internal_transfers: NetworkStatus['internalTransfers'];
    coin_fee: string | null;
    token_fee: string | null;
    relay_fee: string | null;
    has_fees: boolean | null;
  }>(
    `select network_id, ${reached} and halted is null as is_reached,
       case when not is_swept then extract(epoch from chain_time - final_moved_at)::float8 end as finality_age,
       internal_transfers, coin_fee, token_fee, relay_fee, fees_at > now() - interval '1 day' as has_fees
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
        transferFees:
          row.has_fees === true
            ? { coin: wholeOf(row.coin_fee), token: wholeOf(row.token_fee), relayRate: wholeOf(row.relay_fee) }
            : null,
      },
    ]),
  );
}

/**
 * Records the network's final block (null: it reports none), and how internal transfers are detected. Returns the
 * seconds, on the chain's clock, since that block last advanced, or null if the network reports none.
 */
export async function recordStatus(
  db: Queryable,
  networkId: string,
  {
    finalNumber,
    internalTransfers,
  }: { finalNumber: number | null; internalTransfers: InternalTransferVisibility | null },
): Promise<number | null> {
  const [row] = await db.query<{ age: number | null }>(
    `update network_cursors set internal_transfers = coalesce($3, internal_transfers),
       final_moved_at = case when $2::bigint is null then null
         when final_number is null or $2 > final_number then chain_time else final_moved_at end,
       final_number = case when $2::bigint is null then null else greatest(final_number, $2) end
     where network_id = $1 returning extract(epoch from chain_time - final_moved_at)::float8 as age`,
    [networkId, finalNumber, internalTransfers],
  );
  return row?.age ?? null;
}

const wholeOf = (told: string | null) => (told === null ? null : BigInt(told));

/** Records the transfer fees that an endpoint just reported. */
export async function recordTransferFees(
  db: Queryable,
  networkId: string,
  { coin, token, relayRate = null }: TransferFees,
): Promise<void> {
  await db.query(
    `update network_cursors set coin_fee = $2, token_fee = $3, relay_fee = $4, fees_at = now() where network_id = $1`,
    [networkId, coin, token, relayRate],
  );
}

/** Stops reading a network until an operator intervenes. */
export async function haltNetwork(db: Queryable, networkId: string, why: string): Promise<void> {
  await db.query('update network_cursors set halted = $2 where network_id = $1', [networkId, why]);
}

/** Resumes reading where it stopped, in the process that holds the lease. */
export async function endHalt(db: Queryable, networkId: string, owner: string): Promise<void> {
  await db.query('update network_cursors set halted = null where network_id = $1 and lease_owner = $2', [
    networkId,
    owner,
  ]);
}

/** Returns why the network is halted, or null if it is not. */
export async function haltReason(db: Queryable, networkId: string): Promise<string | null> {
  const rows = await db.query<{ halted: string | null }>('select halted from network_cursors where network_id = $1', [
    networkId,
  ]);
  return rows[0]?.halted ?? null;
}

/** How far a network was read, as shown to operators. */
export interface NetworkProgress {
  readonly networkId: string;
  /** The newest block with recorded transfers, and the head that an endpoint reported. Null if unknown. */
  readonly block: number | null;
  readonly head: number | null;
  readonly reachedAt: Date | null;
  /** Whether an endpoint answered within the given seconds. */
  readonly isReached: boolean;
  /**
   * `isIdle`: the network is polled only at intervals, because nothing is open on it. `isResting`: it is not polled at
   * all.
   */
  readonly isIdle: boolean;
  readonly isResting: boolean;
  readonly halted: string | null;
  /** The timestamp of the block. Null if its header is no longer kept. */
  readonly blockAt: Date | null;
  /**
   * The time until which the last answer of an endpoint counts. For a network polled at intervals, this is the next
   * poll.
   */
  readonly answersUntil: Date | null;
  /** Whether a process holds the lease. */
  readonly isLeased: boolean;
}

export async function listProgress(db: Queryable, withinSeconds: number): Promise<NetworkProgress[]> {
  const rows = await db.query<{
    network_id: string;
    block_number: string | null;
    head_number: string | null;
    reached_at: Date | null;
    is_reached: boolean;
    is_idle: boolean;
    is_resting: boolean;
    halted: string | null;
    block_at: Date | null;
    answers_until: Date | null;
    is_leased: boolean;
  }>(
    `select c.network_id, block_number, head_number, reached_at, halted,
       coalesce(${reached}, false) as is_reached, next_look_at is not null as is_idle, is_resting,
       b.time as block_at, greatest(reached_at, next_look_at) as answers_until,
       coalesce(lease_owner is not null and lease_until > now(), false) as is_leased
     from network_cursors c left join network_blocks b on b.network_id = c.network_id and b.number = block_number`,
    [withinSeconds],
  );
  return rows.map((row) => ({
    networkId: row.network_id,
    block: row.block_number === null ? null : Number(row.block_number),
    head: row.head_number === null ? null : Number(row.head_number),
    reachedAt: row.reached_at,
    isReached: row.is_reached,
    isIdle: row.is_idle,
    isResting: row.is_resting,
    halted: row.halted,
    blockAt: row.block_at,
    answersUntil: row.answers_until,
    isLeased: row.is_leased,
  }));
}

/** Whether the endpoints of a network agree with each other. */
export interface NetworkAgreement {
  readonly networkId: string;
  /** The point on which the endpoints disagree. Null if they agree. */
  readonly dispute: string | null;
  readonly heldPayments: number;
  /** The kinds of evidence that too few endpoints provide for the quorum, each described in a sentence. */
  readonly quorumLacks: readonly string[];
}

export async function listAgreements(db: Queryable): Promise<NetworkAgreement[]> {
  const rows = await db.query<{
    network_id: string;
    dispute: string | null;
    held_payments: number | bigint;
    quorum_lacks: string[];
  }>('select network_id, dispute, held_payments, quorum_lacks from network_cursors');
  return rows.map((row) => ({
    networkId: row.network_id,
    dispute: row.dispute,
    heldPayments: Number(row.held_payments),
    quorumLacks: row.quorum_lacks,
  }));
}

/** Records the endpoints' disagreement (null: they agree), and how many payments wait for it to be resolved. */
export async function recordAgreement(
  db: Queryable,
  { networkId, dispute, heldPayments, quorumLacks }: NetworkAgreement,
): Promise<void> {
  await db.query(
    'update network_cursors set dispute = $2, held_payments = $3, quorum_lacks = $4 where network_id = $1',
    [networkId, dispute, heldPayments, quorumLacks],
  );
}

/**
 * Returns how many milliseconds the fastest clock among the app's networks is ahead of `now`, or 0. A test chain may be
 * hours ahead, and deadlines are on the chain's clock.
 */
export async function chainClockLead(db: Queryable, appId: string, now: Date): Promise<number> {
  const rows = await db.query<{ latest: Date | null }>(
    `select max(c.chain_time) as latest from app_cryptocurrencies ac
     join assets a on a.id = ac.asset_id join network_cursors c on c.network_id = a.network_id where ac.app_id = $1`,
    [appId],
  );
  const latest = rows[0]?.latest ?? null;
  return latest === null ? 0 : Math.max(0, latest.getTime() - now.getTime());
}

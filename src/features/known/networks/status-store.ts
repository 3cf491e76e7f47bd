// All SQL of how each network is doing: whether it is reached, halted or disputed, what is final, what sending costs,
// and until when its mempool was scanned.
import type { InternalTransferVisibility, TransferFees } from '../../../io/chains/chain.ts';
import type { Queryable } from '../../../io/db/database.ts';

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

/** Records that every endpoint of this network is another chain: it is not reached until one is this chain. */
export async function recordUnreached(db: Queryable, networkId: string): Promise<void> {
  await db.query('update network_cursors set reached_at = null where network_id = $1', [networkId]);
}

/** The state of a network, as the process that follows it recorded it. */
export interface NetworkStatus {
  /** Whether an endpoint answered lately and the network is not halted. */
  readonly isReached: boolean;
  /** How long the block called final has not moved, on the chain's own clock; null where nobody looks. */
  readonly finalityAgeSeconds: number | null;
  readonly internalTransfers: InternalTransferVisibility | null;
  /** null where none were told within a day. */
  readonly transferFees: TransferFees | null;
}

/** One that is looked at now and then is reached until its next look is overdue. */
const reached = 'greatest(reached_at, next_look_at) > now() - make_interval(secs => $1) and reached_at is not null';

/** By network. `withinSeconds`: how long an answer of an endpoint counts. */
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
 * Records the block that the network calls final (null: it names none), and how internal transfers are seen. Answers
 * for how many seconds of the chain's clock that block has not moved; null where it names none.
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

/** Records what sending costs about, as an endpoint just told it. */
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

/** Stops reading a network until a person looks at it. */
export async function haltNetwork(db: Queryable, networkId: string, why: string): Promise<void> {
  await db.query('update network_cursors set halted = $2 where network_id = $1', [networkId, why]);
}

/** It is read again, by the process that holds its lease, from where it was. */
export async function endHalt(db: Queryable, networkId: string, owner: string): Promise<void> {
  await db.query('update network_cursors set halted = null where network_id = $1 and lease_owner = $2', [
    networkId,
    owner,
  ]);
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
  /** Whether it is looked at now and then only, since nothing is open on it; and whether not at all. */
  readonly isIdle: boolean;
  readonly isResting: boolean;
  readonly halted: string | null;
  /** Of the block, as it is dated; null where it is kept no more. */
  readonly blockAt: Date | null;
  /** What an endpoint last answered counts until then: of one that is looked at now and then, until its next look. */
  readonly answersUntil: Date | null;
  /** Whether a process has the lease to read it. */
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

/** What the endpoints of a network say of each other. */
export interface NetworkAgreement {
  readonly networkId: string;
  /** What its endpoints do not agree on; null where they do. */
  readonly dispute: string | null;
  readonly heldPayments: number;
  /** Of which kinds of evidence too few endpoints tell for the quorum, each as a sentence. */
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

/** Records what the endpoints of a network do not agree on (null: they agree), and how many payments wait for that. */
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
 * How many milliseconds the fastest clock among the networks an app offers runs ahead of `now`; 0 where none does. A
 * test chain may be hours ahead, and a deadline is meant on the chain's clock.
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

// SQL of what endpoints say beside each other: recorded blocks to compare with, corrections, and what operators are told.
import type { BlockHeader } from '../../core/payment/transfer.ts';
import type { EndpointHealth } from '../../io/chains/endpoint-health.ts';
import type { Queryable } from '../../io/db/database.ts';

/** The newest block recorded, while this process holds the network's lease; null otherwise. */
export async function leasedHeight(db: Queryable, networkId: string, owner: string): Promise<number | null> {
  const [row] = await db.query<{ block_number: string | null }>(
    `select block_number from network_cursors
     where network_id = $1 and lease_owner = $2 and lease_until > now() and halted is null`,
    [networkId, owner],
  );
  return row === undefined || row.block_number === null ? null : Number(row.block_number);
}

/** The header kept of this height; null where none is. */
export async function keptBlock(db: Queryable, networkId: string, number: number): Promise<BlockHeader | null> {
  const [row] = await db.query<{ hash: string; parent_hash: string; time: Date }>(
    'select hash, parent_hash, time from network_blocks where network_id = $1 and number = $2',
    [networkId, number],
  );
  if (row === undefined) return null;
  return { number, hash: row.hash, parentHash: row.parent_hash, time: Math.floor(row.time.getTime() / 1000) };
}

export interface RecordedPlace {
  readonly id: string;
  readonly txHash: string;
  readonly position: string;
  readonly recipient: string;
  readonly amount: bigint;
  readonly succeeded: boolean;
}

/** What is recorded of one block. */
export async function listRecordedIn(db: Queryable, networkId: string, blockHash: string): Promise<RecordedPlace[]> {
  const rows = await db.query<Omit<RecordedPlace, 'txHash' | 'amount'> & { tx_hash: string; amount: string }>(
    `select id, tx_hash, position, recipient, amount, succeeded from transfers
     where network_id = $1 and block_hash = $2 and block is not null`,
    [networkId, blockHash],
  );
  return rows.map(({ tx_hash, amount, ...row }) => ({ ...row, txHash: tx_hash, amount: BigInt(amount) }));
}

/** Those of these addresses that were watched by then (Unix seconds). */
export async function listWatchedBy(
  db: Queryable,
  networkId: string,
  addresses: readonly string[],
  seconds: number,
): Promise<Set<string>> {
  const rows = await db.query<{ address: string }>(
    `select address from watched_addresses
     where network_id = $1 and address = any($2::text[]) and created_at <= to_timestamp($3)`,
    [networkId, addresses, seconds],
  );
  return new Set(rows.map(({ address }) => address));
}

/** Takes transfers that never were off the chain, as a reorg does; answers the transactions that they paid. */
export async function orphanInvented(trx: Queryable, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await trx.query<{ transaction_id: string | null }>(
    `update transfers set block = null, block_hash = null, block_time = null, updated_at = $2,
       disposition = case when disposition = 'matched' then disposition end
     where id = any($1::uuid[]) returning transaction_id`,
    [ids, now],
  );
  await trx.query(
    `update unmatched_payments set status = 'withdrawn', updated_at = $2 where transfer_id = any($1::uuid[]) and status = 'waiting'`,
    [ids, now],
  );
  return [...new Set(rows.flatMap(({ transaction_id }) => transaction_id ?? []))];
}

/** Writes down how a network's endpoints are, in the place of what was known of them. */
export async function noteEndpoints(
  db: Queryable,
  networkId: string,
  endpoints: readonly EndpointHealth[],
  told: { readonly dispute: string | null; readonly heldPayments: number },
): Promise<void> {
  const rows = endpoints.map((one) => ({
    name: one.name,
    state: one.state,
    reason: one.reason,
    head_number: one.headNumber,
    lag_blocks: one.lagBlocks,
    error_rate: one.errorRate,
    latency_ms: one.latencyMs,
    requests: one.requests,
    busy_answers: one.busyAnswers,
    budget_used: one.budgetUsed,
  }));
  await db.query(
    `with noted as (select * from json_to_recordset($2::json) as n(name text, state text, reason text, head_number bigint,
         lag_blocks bigint, error_rate float8, latency_ms float8, requests bigint, busy_answers bigint, budget_used float8)),
       gone as (delete from network_endpoints e where e.network_id = $1 and e.name not in (select name from noted))
     insert into network_endpoints select $1, noted.*, now() from noted
     on conflict (network_id, name) do update set (state, reason, head_number, lag_blocks, error_rate, latency_ms, requests,
       busy_answers, budget_used, noted_at) = (excluded.state, excluded.reason, excluded.head_number, excluded.lag_blocks,
       excluded.error_rate, excluded.latency_ms, excluded.requests, excluded.busy_answers, excluded.budget_used, now())`,
    [networkId, JSON.stringify(rows)],
  );
  await db.query('update network_cursors set dispute = $2, held_payments = $3 where network_id = $1', [
    networkId,
    told.dispute,
    told.heldPayments,
  ]);
}

export interface NotedEndpoint extends Omit<EndpointHealth, 'headNumber'> {
  readonly networkId: string;
  readonly headNumber: number | null;
}

/** As they were noted within the last minute. */
export async function listEndpoints(db: Queryable): Promise<NotedEndpoint[]> {
  const rows = await db.query<{
    network_id: string;
    name: string;
    state: EndpointHealth['state'];
    reason: string | null;
    head_number: string | null;
    lag_blocks: string | null;
    error_rate: number;
    latency_ms: number | null;
    requests: string;
    busy_answers: string;
    budget_used: number | null;
  }>(`select * from network_endpoints where noted_at > now() - interval '1 minute' order by network_id, name`);
  return rows.map((row) => ({
    networkId: row.network_id,
    name: row.name,
    state: row.state,
    reason: row.reason,
    headNumber: row.head_number === null ? null : Number(row.head_number),
    lagBlocks: row.lag_blocks === null ? null : Number(row.lag_blocks),
    errorRate: row.error_rate,
    latencyMs: row.latency_ms,
    requests: Number(row.requests),
    busyAnswers: Number(row.busy_answers),
    budgetUsed: row.budget_used,
  }));
}

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

// All SQL of the table network_endpoints: the last known health of each endpoint, for operators.
import type { EndpointHealth } from '../../../io/chains/endpoint-health.ts';
import type { Queryable } from '../../../io/db/database.ts';

/** Replaces the recorded health of a network's endpoints. */
export async function recordEndpoints(
  db: Queryable,
  networkId: string,
  endpoints: readonly EndpointHealth[],
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
    calls: one.usage.calls,
    answer_bytes: one.usage.answerBytes,
    units: one.usage.units,
    counted_seconds: one.usage.seconds,
  }));
  await db.query(
    `with given as (select * from json_to_recordset($2::json) as n(name text, state text, reason text,
         head_number bigint, lag_blocks bigint, error_rate float8, latency_ms float8, requests bigint,
         busy_answers bigint, budget_used float8, calls bigint, answer_bytes bigint, units bigint,
         counted_seconds float8)),
       gone as (delete from network_endpoints e where e.network_id = $1 and e.name not in (select name from given))
     insert into network_endpoints select $1, given.*, now() from given
     on conflict (network_id, name) do update set (state, reason, head_number, lag_blocks, error_rate, latency_ms,
       requests, busy_answers, budget_used, calls, answer_bytes, units, counted_seconds, recorded_at)
     = (excluded.state, excluded.reason, excluded.head_number, excluded.lag_blocks, excluded.error_rate,
       excluded.latency_ms, excluded.requests, excluded.busy_answers, excluded.budget_used,
       excluded.calls, excluded.answer_bytes, excluded.units, excluded.counted_seconds, now())`,
    [networkId, JSON.stringify(rows)],
  );
}

export interface RecordedEndpoint extends Omit<EndpointHealth, 'restMs'> {
  readonly networkId: string;
}

/** Returns the endpoints recorded within the last minute. */
export async function listEndpoints(db: Queryable): Promise<RecordedEndpoint[]> {
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
    calls: string;
    answer_bytes: string;
    units: string | null;
    counted_seconds: number;
  }>(`select * from network_endpoints where recorded_at > now() - interval '1 minute' order by network_id, name`);
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
    usage: {
      calls: Number(row.calls),
      answerBytes: Number(row.answer_bytes),
      units: readUnits(row.units),
      seconds: row.counted_seconds,
    },
  }));
}

/** The units of a provider's price list: calls counted by weight, not money. */
function readUnits(counted: string | null): number | null {
  return counted === null ? null : Number(counted);
}

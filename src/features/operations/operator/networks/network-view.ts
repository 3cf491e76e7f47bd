// Renders networks and endpoints for the operator.
import { type EndpointSource, endpointVariable } from '../../../../core/config/network-entry.ts';
import { maskedEndpoint } from '../../../../core/config/operator-networks/mask-endpoint.ts';
import type { OperatorNetwork } from '../../../../core/config/operator-networks/operator-networks.ts';
import { type EndpointState, perDay } from '../../../../io/chains/endpoint-health.ts';
import { nullable, time } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { RecordedEndpoint } from '../../../known/networks/endpoint-store.ts';
import { fixedBy } from './connect/network-to-connect.ts';
import { targetOf } from './connect/probe-report.ts';
import { type NetworkStanding, type NetworkState, networkStates } from './network-status.ts';

const whole = (description: string) => Type.Integer({ description });
const sentence = (description: string) => nullable(Type.String({ description }));

const EndpointView = Type.Object({
  name: Type.String({ description: 'Its host, with a number if several endpoints share it.' }),
  state: Type.Unsafe<EndpointState>({
    type: 'string',
    enum: ['healthy', 'deprioritized', 'cooling_down', 'wrong_chain', 'quarantined'],
    description: 'quarantined: it contradicted most others, and is no longer asked.',
  }),
  reason: sentence('Why it is not healthy.'),
  head: nullable(whole('The newest block that it knows.')),
  behind: nullable(whole('The number of blocks that it is behind the best endpoint.')),
  error_rate: Type.Number({ description: 'The recent share of failed requests.' }),
  latency_ms: nullable(Type.Number()),
  calls_per_day: nullable(whole('At the current pace; null in the first minute.')),
  units_per_day: nullable(whole('By its price list, in the units of its provider.')),
  bytes_per_day: nullable(whole('In responses, at the current pace.')),
  busy_answers: whole('The number of requests to slow down.'),
  budget_used: nullable(Type.Number({ description: 'The used share of its budget in this period.' })),
});

export const OperatorNetworkView = Type.Object({
  symbol: Type.String({ examples: ['ethereum'] }),
  name: Type.String(),
  test: Type.Boolean(),
  state: Type.Unsafe<NetworkState>({
    type: 'string',
    enum: [...networkStates],
    description: [
      'followed: read block by block. swept: read at intervals, because nothing is open there.',
      'no_addresses: not read, because no app is paid there. away: no endpoint answers. not_in_use: none is set.',
    ].join(' '),
  }),
  variable: Type.String({ description: 'The environment variable that names its endpoints.' }),
  enabled: Type.Boolean({ description: 'false if the operator switched it off.' }),
  source: nullable(
    Type.Unsafe<EndpointSource>({
      type: 'string',
      enum: ['database', 'file', 'environment'],
      description: 'Where its endpoints are set. database: in the console. null: nowhere.',
    }),
  ),
  changeable: Type.Boolean({ description: 'Whether PUT /operator/network/{symbol} can change its endpoints.' }),
  own: Type.Boolean({ description: 'Whether it was added with POST /operator/network.' }),
  type: Type.String({ description: 'Its family.' }),
  addresses: Type.Array(Type.String(), { description: 'The endpoints saved in the console, with keys masked.' }),
  block: nullable(whole('The newest block that was read.')),
  head: nullable(whole('The newest block of the chain.')),
  behind: nullable(whole('The number of blocks that are not read yet.')),
  reached_at: nullable(time),
  halted: sentence('Why it is no longer read, until `quittance network resume`; null if it is.'),
  degraded: Type.Boolean({ description: 'Whether its final block has stopped moving.' }),
  dispute: sentence('The disagreement between its endpoints.'),
  held_payments: whole('Payments that have their confirmations and wait for endpoints to agree.'),
  quorum_lacks: Type.Array(Type.String(), { description: 'Evidence that too few endpoints provide for its quorum.' }),
  apps: whole('The number of apps that are paid there.'),
  budget: nullable(
    Type.Object(
      { requests: whole('The intended number of calls to each endpoint.'), seconds: whole('The period.') },
      { description: 'The limit set in quittance.json.' },
    ),
  ),
  calls_per_day: nullable(whole('For all its endpoints, at the current pace.')),
  units_per_day: nullable(whole('The same in the units of the provider.')),
  endpoints: Type.Array(EndpointView, { description: 'Their state within the last minute.' }),
});

export function operatorNetworkView(standing: NetworkStanding, apps: number, held: OperatorNetwork | null) {
  const { network, state, progress } = standing;
  const { budget = null } = network.facts;
  return {
    symbol: network.symbol,
    name: network.name,
    test: network.test,
    state,
    variable: endpointVariable(network.symbol),
    enabled: held?.enabled ?? true,
    source: network.rpcFrom,
    changeable: fixedBy(network) === null && targetOf(network) !== null && !network.isBlockless,
    own: held?.definition != null,
    type: network.family,
    addresses: (held?.endpoints ?? []).map(maskedEndpoint),
    block: progress.block,
    head: progress.head,
    behind: progress.behind,
    reached_at: progress.reachedAt?.toISOString() ?? null,
    halted: progress.halted,
    degraded: network.degraded,
    dispute: standing.dispute,
    held_payments: standing.heldPayments,
    quorum_lacks: [...standing.quorumLacks],
    apps,
    budget: budget === null ? null : { requests: budget.requests, seconds: budget.seconds },
    calls_per_day: standing.callsPerDay,
    units_per_day: standing.unitsPerDay,
    endpoints: standing.endpoints.map(endpointView),
  };
}

function endpointView(endpoint: RecordedEndpoint) {
  const { usage } = endpoint;
  return {
    name: endpoint.name,
    state: endpoint.state,
    reason: endpoint.reason,
    head: endpoint.headNumber,
    behind: endpoint.lagBlocks,
    error_rate: endpoint.errorRate,
    latency_ms: endpoint.latencyMs,
    calls_per_day: perDay(usage.calls, usage),
    units_per_day: perDay(usage.units, usage),
    bytes_per_day: perDay(usage.answerBytes, usage),
    busy_answers: endpoint.busyAnswers,
    budget_used: endpoint.budgetUsed,
  };
}

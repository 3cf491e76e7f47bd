// Checks the endpoints of a request, and renders the reports.
import { maskedEndpoint } from '../../../../../core/config/operator-networks/mask-endpoint.ts';
import { type FieldError, Problem } from '../../../../../core/problem.ts';
import {
  isUsable,
  type ProbeCode,
  type ProbeLevel,
  type ProbeReport,
  type ProbeTarget,
  probeCodes,
  probeLevels,
} from '../../../../../io/chains/probes/probe.ts';
import { probedFamily, probeEndpoints } from '../../../../../io/chains/probes/probe-endpoints.ts';
import { nullable } from '../../../../../io/http/schemas.ts';
import { Type } from '../../../../../io/schema.ts';
import type { Network } from '../../../../known/catalog/catalog.ts';

const Finding = Type.Object({
  code: Type.Unsafe<ProbeCode>({ type: 'string', enum: [...probeCodes] }),
  level: Type.Unsafe<ProbeLevel>({
    type: 'string',
    enum: [...probeLevels],
    description: 'error: the endpoint cannot be used. warning: it can, with a loss. info: worth knowing.',
  }),
  message: Type.String(),
});

export const EndpointCheck = Type.Object({
  endpoint: Type.String({ description: 'Its address, with the key masked.' }),
  usable: Type.Boolean(),
  head: nullable(Type.Integer({ description: 'The newest block that it knows.' })),
  latency_ms: nullable(Type.Integer({ description: 'The time of its first answer.' })),
  findings: Type.Array(Finding, { description: 'Empty if nothing was found.' }),
});

export function checkView(endpoint: string, report: ProbeReport) {
  return {
    endpoint: maskedEndpoint(endpoint),
    usable: isUsable(report),
    head: report.head,
    latency_ms: report.latencyMs,
    findings: report.findings.map(({ code, level, says }) => ({ code, level, message: says })),
  };
}

/** Null for a family that cannot be checked. */
export function targetOf(network: Network): ProbeTarget | null {
  const { symbol, chainId, facts, test } = network;
  const family = probedFamily(network.family);
  if (family === null) return null;
  return { symbol, family, chainId, params: facts.params, contracts: facts.contracts, test };
}

/**
 * Throws Problem validation_failed with the errors of each endpoint that cannot be used. `now`: the service's clock.
 */
export async function requireUsable(
  target: ProbeTarget,
  endpoints: readonly string[],
  now: Date,
): Promise<readonly ProbeReport[]> {
  const reports = await probeEndpoints(target, endpoints, now.getTime() / 1000);
  const errors = reports.flatMap(({ findings }, at): FieldError[] =>
    findings.flatMap(({ code, level, says }) =>
      level === 'error' ? [{ field: `endpoints.${at}`, code, message: says }] : [],
    ),
  );
  if (errors.length > 0) throw new Problem('validation_failed', { errors });
  return reports;
}

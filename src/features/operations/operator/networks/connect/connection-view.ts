// Renders a network after the operator changed its connection. Processes use the change within seconds.
import type { NetworkEntry } from '../../../../../core/config/network-entry.ts';
import { maskedEndpoint } from '../../../../../core/config/operator-networks/mask-endpoint.ts';
import type { ProbeReport } from '../../../../../io/chains/probes/probe.ts';
import { nullable } from '../../../../../io/http/schemas.ts';
import { Type } from '../../../../../io/schema.ts';
import { checkView, EndpointCheck } from './probe-report.ts';

const Token = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  contract: Type.String(),
  decimals: Type.Integer(),
  stable: Type.Boolean(),
});

export const ConnectionView = Type.Object({
  symbol: Type.String({ examples: ['ethereum'] }),
  name: Type.String(),
  type: Type.String({ description: 'Its family.' }),
  chain_id: nullable(Type.Integer()),
  test: Type.Boolean(),
  enabled: Type.Boolean({ description: 'Whether its endpoints are used.' }),
  confirmations: Type.Integer(),
  native: Type.String({ description: 'The symbol of its native coin.' }),
  tokens: Type.Array(Token),
  addresses: Type.Array(Type.String(), { description: 'The saved endpoints, with keys masked.' }),
  checks: Type.Array(EndpointCheck, { description: 'The report for each endpoint. Empty if the network is off.' }),
  note: nullable(Type.String({ description: 'How several endpoints work together.' })),
});

type Described = Pick<NetworkEntry, 'symbol' | 'name' | 'family' | 'chainId' | 'test' | 'confirmations' | 'tokens'>;

export interface Connection {
  readonly network: Described & { readonly nativeSymbol: string };
  readonly endpoints: readonly string[];
  readonly enabled: boolean;
  readonly reports: readonly ProbeReport[];
}

export function connectionView({ network, endpoints, enabled, reports }: Connection) {
  const { symbol, name, family, chainId, test, confirmations, nativeSymbol, tokens } = network;
  return {
    symbol,
    name,
    type: family,
    chain_id: chainId,
    test,
    enabled,
    confirmations,
    native: nativeSymbol,
    tokens: tokens.map((token) => ({
      symbol: token.symbol,
      name: token.name,
      contract: token.contract,
      decimals: token.decimals,
      stable: token.stable,
    })),
    addresses: endpoints.map(maskedEndpoint),
    checks: reports.map((report, at) => checkView(endpoints[at] as string, report)),
    note: endpoints.length < 2 ? null : severalEndpoints,
  };
}

/** As docs/explanation/trust-in-endpoints.md explains in full. */
export const severalEndpoints = [
  'If one endpoint fails, the next one answers. Blocks and payments are compared,',
  'so that one endpoint alone cannot confirm a payment; three from different providers are best.',
].join(' ');

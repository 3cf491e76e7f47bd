// Reads the endpoints of a request: masked addresses stand for held ones, and some addresses are refused.
import { endpointRefusal } from '../../../../../core/config/endpoint-address.ts';
import type { FamilyName } from '../../../../../core/config/network-entry.ts';
import { unmasked } from '../../../../../core/config/operator-networks/mask-endpoint.ts';
import { fieldProblem } from '../../../../../core/problem.ts';
import { factsOf } from '../../../../../io/chains/codecs.ts';
import { Type } from '../../../../../io/schema.ts';

export const endpointsInBody = Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), {
  maxItems: 10,
  description: [
    'Addresses in order of preference, with their keys. An address as GET /operator/networks shows it, with its key',
    'masked, keeps the saved one.',
  ].join(' '),
  examples: [['https://node.example/v3/KEY']],
});

/** `held`: the saved endpoints. Throws Problem validation_failed. No error repeats an address. */
export function readEndpoints(wanted: readonly string[], held: readonly string[], family: FamilyName): string[] {
  const texts = wanted.map((text) => text.trim());
  const endpoints = unmasked(texts, held);
  if ('unknownAt' in endpoints) {
    const says = 'This address is masked, and no saved one looks like it. Enter the whole address.';
    throw fieldProblem(`endpoints.${endpoints.unknownAt}`, 'masked', says);
  }
  const refusal = endpointRefusal(endpoints, factsOf(family));
  if (refusal !== null) {
    const field = refusal.at === null ? 'endpoints' : `endpoints.${refusal.at}`;
    throw fieldProblem(
      field,
      'invalid_format',
      `The address ${refusal.says}.`.replace('The address endpoint', 'Endpoint'),
    );
  }
  // The service would send the content of a file of its machine to the endpoint.
  const withFile = endpoints.findIndex((url) => URL.parse(url)?.searchParams.has('cookie_file') === true);
  if (withFile >= 0)
    throw fieldProblem(
      `endpoints.${withFile}`,
      'not_allowed',
      'cookie_file is only allowed in quittance.json and RPC_URL_….',
    );
  return endpoints;
}

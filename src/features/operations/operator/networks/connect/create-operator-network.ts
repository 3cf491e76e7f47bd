// POST /operator/network: adds an EVM network. Its tokens are read from the chain, through endpoints that are checked.
import type { Static } from 'typebox';
import {
  definitionOf,
  leastConfirmations,
  symbolFor,
  type WantedNetwork,
} from '../../../../../core/config/operator-networks/new-network.ts';
import { ownNetwork } from '../../../../../core/config/operator-networks/operator-networks.ts';
import { fieldProblem } from '../../../../../core/problem.ts';
import { factsOf } from '../../../../../io/chains/codecs.ts';
import type { ProbeReport, ProbeTarget } from '../../../../../io/chains/probes/probe.ts';
import { addedFamily } from '../../../../../io/chains/probes/token-metadata.ts';
import { type Operation, operation } from '../../../../../io/http/operation.ts';
import { Type } from '../../../../../io/schema.ts';
import type { Instance } from '../../../../instance.ts';
import { saveOperatorNetwork } from '../../../../known/settings/networks/operator-networks.ts';
import { personOf } from '../../../../people/identity/person.ts';
import { operatorSession, requireOperator } from '../../require-operator.ts';
import { stateOf } from './connect-network.ts';
import { ConnectionView, connectionView } from './connection-view.ts';
import { endpointsInBody, readEndpoints } from './endpoint-body.ts';
import { requireUsable } from './probe-report.ts';
import { readTokens } from './read-tokens.ts';
import { recordConnection } from './record-connection.ts';
import { refuseKnownNetwork, refuseOtherCoins } from './refuse-collisions.ts';

const coinSymbol = { pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$', maxLength: 20 };
const closed = { additionalProperties: false };

const Token = Type.Object(
  {
    contract: Type.String({ minLength: 1, maxLength: 100 }),
    symbol: Type.Optional(
      Type.String({ ...coinSymbol, description: 'Default: the symbol that the contract returns.' }),
    ),
    stable: Type.Optional(Type.Boolean({ description: 'Whether it is worth one US dollar. Default: false.' })),
  },
  closed,
);

const CreateBody = Type.Object(
  {
    chain_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'EIP-155.', examples: [100] }),
    name: Type.String({ minLength: 1, maxLength: 100, examples: ['Gnosis Chain'] }),
    symbol: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$',
        maxLength: 40,
        description: 'The name of the network in the API. Default: the name in lower case, with hyphens.',
        examples: ['gnosis'],
      }),
    ),
    endpoints: endpointsInBody,
    native: Type.Object({ symbol: Type.String({ ...coinSymbol, examples: ['XDAI'] }) }, closed),
    tokens: Type.Optional(
      Type.Array(Token, { maxItems: 20, description: 'Decimals and names are read from the chain.' }),
    ),
    test: Type.Optional(Type.Boolean({ description: 'Whether its coins are worthless. Default: false.' })),
    confirmations: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000, description: 'Default: about a minute of blocks, and at least 12.' }),
    ),
  },
  closed,
);

export function createOperatorNetwork(instance: Instance): Operation {
  return operation({
    ...operatorSession,
    id: 'createOperatorNetwork',
    method: 'POST',
    path: '/operator/network',
    summary: 'Add EVM network',
    description: [
      'Adds a network that is not built in. Decimals and symbols are read from the chain, and all endpoints must agree',
      'about them. Every process uses it within 5 seconds.',
    ].join(' '),
    writes: 'operator_network',
    body: CreateBody,
    status: 201,
    answer: ConnectionView,
    handle: async ({ body, caller, origin, commit }) => {
      await requireOperator(instance, caller);
      const wanted = wantedFrom(body);
      await refuseKnownNetwork(instance, wanted);
      const endpoints = readEndpoints(body.endpoints, [], addedFamily);
      const added = await readNetwork(instance, wanted, endpoints, body.tokens ?? []);
      const { entry, definition, reports } = added;
      const by = { caller, origin };
      return commit(async (trx) => {
        const { symbol, name } = entry;
        const stamp = { id: instance.newId(), revision: instance.newSecretId(), now: instance.clock.now() };
        const row = { symbol, definition, endpoints, enabled: true, held: null };
        const id = await saveOperatorNetwork(trx, instance.vault, row, stamp);
        if (id === null) throw fieldProblem('symbol', 'taken', `${symbol} was added meanwhile.`);
        const after = { ...JSON.parse(definition), ...stateOf(symbol, row) };
        const personId = personOf(caller);
        await recordConnection(trx, instance, by, { id, personId, name, before: null, after, says: 'was added' });
        return connectionView({
          network: { ...entry, nativeSymbol: entry.native.symbol },
          endpoints,
          enabled: true,
          reports,
        });
      });
    },
  });
}

function wantedFrom({ chain_id, name, symbol, native, test = false, confirmations }: Static<typeof CreateBody>) {
  const key = symbol ?? symbolFor(name);
  if (key === '') throw fieldProblem('symbol', 'required', 'Enter a symbol of lower-case letters and digits.');
  const least = leastConfirmations(test);
  if (confirmations !== undefined && confirmations < least)
    throw fieldProblem('confirmations', 'too_small', `A network needs at least ${least} confirmations.`);
  const nativeSymbol = native.symbol.toUpperCase();
  const wanted: WantedNetwork = {
    family: addedFamily,
    chainId: chain_id,
    name: name.trim(),
    symbol: key,
    nativeSymbol,
    test,
    confirmations: confirmations ?? null,
  };
  return wanted;
}

async function readNetwork(
  { catalog, clock }: Instance,
  wanted: WantedNetwork,
  endpoints: readonly string[],
  tokensInBody: NonNullable<Static<typeof CreateBody>['tokens']>,
) {
  if (endpoints.length === 0) throw fieldProblem('endpoints', 'required', 'A network needs an endpoint.');
  const { symbol, chainId, test } = wanted;
  const contracts = tokensInBody.map(({ contract }) => contract.toLowerCase());
  const target: ProbeTarget = { symbol, family: addedFamily, chainId, params: null, contracts, test };
  const reports: readonly ProbeReport[] = await requireUsable(target, endpoints, clock.now());
  const { tokens, secondsPerBlock } = await readTokens(endpoints, tokensInBody);
  refuseOtherCoins(catalog, wanted, tokens);
  const definition = definitionOf(wanted, tokens, secondsPerBlock);
  const entry = ownNetwork(symbol, definition, factsOf);
  if (typeof entry === 'string') throw fieldProblem('tokens', 'invalid', `${entry.replace(/^[^:]*: /, '')}.`);
  return { entry, definition, reports };
}

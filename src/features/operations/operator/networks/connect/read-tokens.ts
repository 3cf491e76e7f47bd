// Reads the tokens of a new network from its endpoints, which must agree about them.
import { mostDecimals, type WantedToken } from '../../../../../core/config/operator-networks/new-network.ts';
import { type FieldError, fieldProblem, Problem } from '../../../../../core/problem.ts';
import { ChainFault } from '../../../../../io/chains/chain.ts';
import { factsOf } from '../../../../../io/chains/codecs.ts';
import {
  addedFamily,
  type ChainFacts,
  readChainFacts,
  type TokenMetadata,
} from '../../../../../io/chains/probes/token-metadata.ts';

export interface TokenInBody {
  readonly contract: string;
  readonly symbol?: string | undefined;
  readonly stable?: boolean | undefined;
}

export interface ReadTokens {
  readonly tokens: readonly WantedToken[];
  readonly secondsPerBlock: number | null;
}

/** Throws Problem validation_failed for the first token with a fault, and if the endpoints do not agree. */
export async function readTokens(endpoints: readonly string[], wanted: readonly TokenInBody[]): Promise<ReadTokens> {
  const contracts = wanted.map(({ contract }, at) => canonical(contract, at));
  const twice = contracts.findIndex((contract, at) => contracts.indexOf(contract) < at);
  if (twice >= 0) throw fieldProblem(`tokens.${twice}.contract`, 'duplicate', 'This contract is there twice.');
  const facts = await Promise.all(endpoints.map((url, at) => factsFrom(url, contracts, at)));
  const [first, ...others] = facts;
  if (first === undefined) throw fieldProblem('endpoints', 'required', 'A network needs an endpoint.');
  const differs = others.findIndex((one) => JSON.stringify(one.tokens) !== JSON.stringify(first.tokens));
  if (differs >= 0) {
    const says = 'It describes the tokens differently from the first endpoint. One of the two may be wrong.';
    throw fieldProblem(`endpoints.${differs + 1}`, 'endpoints_disagree', says);
  }
  const tokens = wanted.map((token, at) => tokenFrom(token, contracts[at] as string, first.tokens[at], at));
  return { tokens, secondsPerBlock: first.secondsPerBlock };
}

function canonical(contract: string, at: number): string {
  const read = factsOf(addedFamily).readContract(contract.trim());
  if (read !== null) return read;
  const says = 'This is not the address of a contract on an EVM network, or its checksum is wrong.';
  throw fieldProblem(`tokens.${at}.contract`, 'invalid_format', says);
}

async function factsFrom(url: string, contracts: readonly string[], at: number): Promise<ChainFacts> {
  try {
    return await readChainFacts(url, contracts);
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    throw fieldProblem(`endpoints.${at}`, 'unreachable', 'It did not answer about the contracts. Try again.');
  }
}

const symbolForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/;

function tokenFrom(wanted: TokenInBody, contract: string, read: TokenMetadata | undefined, at: number): WantedToken {
  const fault = (code: string, message: string): FieldError => ({ field: `tokens.${at}.contract`, code, message });
  const refuse = (error: FieldError): never => {
    throw new Problem('validation_failed', { errors: [error] });
  };
  if (read?.hasCode !== true) return refuse(fault('no_contract', 'No contract has this address on this network.'));
  const { decimals, name } = read;
  if (decimals === null) return refuse(fault('not_a_token', 'This contract does not return its decimals.'));
  if (decimals > mostDecimals)
    return refuse(fault('decimals_out_of_range', `This token has ${decimals} decimals; ${mostDecimals} are the most.`));
  const symbol = (wanted.symbol ?? read.symbol ?? '').trim();
  if (!symbolForm.test(symbol))
    return refuse({ field: `tokens.${at}.symbol`, code: 'required', message: 'Enter a symbol of letters and digits.' });
  return { contract, symbol: symbol.toUpperCase(), name: name ?? symbol, decimals, stable: wanted.stable ?? false };
}

// Checks one endpoint of the TRON or the UTXO family: its chain, its newest block, and what it lacks.
import type { Chain } from '../chain.ts';
import { EndpointFault } from '../endpoint-fault.ts';
import type { JsonRpcClient } from '../json-rpc.ts';
import { tronChain } from '../tron/chain.ts';
import { tronEndpoint } from '../tron/endpoint.ts';
import { utxoChain } from '../utxo/chain.ts';
import { utxoEndpoint } from '../utxo/node/endpoint.ts';
import { isLightAddress, openLightChain } from '../utxo/open-light-chain.ts';
import { utxoParams } from '../utxo/params.ts';
import {
  finding,
  type ProbeFinding,
  type ProbeReport,
  type ProbeTarget,
  probeClientLimits,
  probeLimits,
} from './probe.ts';

/** Throws ChainFault if the endpoint cannot be used. */
export async function probeTron(target: ProbeTarget, url: string): Promise<ProbeReport> {
  const { symbol, chainId, contracts } = target;
  if (chainId === null) throw new TypeError(`The network ${symbol} has no chain id`);
  const chain = tronChain({ symbol, chainId, endpoints: [url], contracts, timeoutMs: probeLimits.answerMs });
  const client = tronEndpoint({ url, ...probeClientLimits });
  const says = 'It serves no JSON-RPC, so tokens cannot be checked through it.';
  const lacks = () => lacking(client, 'eth_chainId', finding('no_json_rpc', 'info', says));
  return reported(chain, client, async () => [await lacks()]);
}

/** Throws ChainFault if the endpoint cannot be used. */
export async function probeUtxo(target: ProbeTarget, url: string): Promise<ProbeReport> {
  const { symbol } = target;
  const params = utxoParams(target.params);
  const facts = { symbol, params, timeoutMs: probeLimits.answerMs };
  if (isLightAddress(url)) return reported(openLightChain({ ...facts, addresses: [url] }), null, async () => []);
  const client = utxoEndpoint({ url, ...probeClientLimits });
  return reported(utxoChain({ ...facts, endpoints: [url] }), client, async () => [
    await pruned(client),
    await lacking(client, 'getindexinfo', finding('no_filters', 'info', noFilters), hasFilters),
  ]);
}

const noFilters = 'It has no compact filters (blockfilterindex=1), so whole blocks are read while nothing is open.';

function hasFilters(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'basic block filter index' in answer;
}

async function pruned(client: JsonRpcClient): Promise<ProbeFinding | null> {
  const info = await client.call('getblockchaininfo', []);
  const isPruned = typeof info === 'object' && info !== null && 'pruned' in info && info.pruned === true;
  if (!isPruned) return null;
  const says = 'It is pruned: after a long outage, blocks that it has deleted cannot be read.';
  return finding('pruned', 'warning', says);
}

async function reported(
  chain: Chain,
  client: JsonRpcClient | null,
  lacks: () => Promise<readonly (ProbeFinding | null)[]>,
): Promise<ProbeReport> {
  try {
    const startedAt = performance.now();
    await chain.verify();
    const latencyMs = Math.round(performance.now() - startedAt);
    const { number } = await chain.head();
    return { head: number, latencyMs, findings: (await lacks()).filter((one) => one !== null) };
  } finally {
    await Promise.all([chain.close(), client?.close()]);
  }
}

async function lacking(
  client: JsonRpcClient,
  method: string,
  none: ProbeFinding,
  isThere: (answer: unknown) => boolean = () => true,
): Promise<ProbeFinding | null> {
  try {
    return isThere(await client.call(method, [])) ? null : none;
  } catch (fault) {
    if (fault instanceof EndpointFault) return none;
    throw fault;
  }
}

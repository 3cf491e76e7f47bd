// Reads a range of blocks by their headers, and the payments in them by script histories.
import type { BlockHeader, ScannedBlock } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';
import type { UtxoParams } from '../params.ts';
import { distrust } from './endpoint-pool.ts';
import type { LightEndpoint } from './light-endpoint.ts';
import type { ProvedHeader } from './proofs/header-chain.ts';
import { proveBlock } from './proofs/prove-transfers.ts';
import type { WatchedScripts } from './watched-scripts.ts';

/** How far below the tip histories are read: two days of Bitcoin's blocks, half a day of Litecoin's. */
export const historyDepth = 288;

/** The range of blocks that a scan reads. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
  readonly watched: WatchedScripts;
  readonly signal: AbortSignal;
  /** Whether to query every script first, as after an absence; otherwise only the awaited ones. */
  readonly asksAll: boolean;
}

/** The servers that are queried: the chain of the first is followed. */
export interface QueriedServers {
  readonly endpoint: LightEndpoint;
  readonly second: LightEndpoint | null;
  readonly tipMillis: number;
}

/** The headers of a range, and the claims of all servers about each block. */
export interface ReadStretch {
  readonly headers: readonly ProvedHeader[];
  readonly claims: ReadonlyMap<number, readonly Claim[]>;
}

export interface Claim {
  readonly txHash: string;
  readonly endpoint: LightEndpoint;
}

/**
 * The headers first…last, as far as the chain goes, and the chain transactions that histories place in those blocks.
 * Both servers are queried for the awaited scripts, because one may report a payment that the other omits.
 */
export async function readStretch(
  { first, last, watched, signal, asksAll }: Stretch,
  servers: QueriedServers,
): Promise<ReadStretch> {
  const { endpoint, second, tipMillis } = servers;
  const tip = await endpoint.headers.tip(tipMillis);
  const headers = await endpoint.headers.range(first, Math.min(last, tip.number), tipMillis);
  // The same depth as for the mempool, so that histories are not read again for a slightly older block.
  const floor = Math.max(0, Math.min(first, tip.number - historyDepth));
  const claims = new Map<number, Claim[]>();
  for (const one of [endpoint, second]) {
    if (one === null) continue;
    const follower = one.follower(watched);
    try {
      const place = one.placeAt(await tipNotBelow(one, tip, tipMillis));
      if (asksAll) await follower.followAll(place, floor, signal);
      else await follower.followAwaited(place, floor, signal);
    } catch (fault) {
      if (one === endpoint || !(fault instanceof ChainFault)) throw fault;
      distrust(one, fault);
      continue;
    }
    addClaims(claims, one, watched, { first, last });
  }
  return { headers, claims };
}

/** A server's tip, read again if it is below the other server's, because the block may have arrived since. */
async function tipNotBelow({ headers }: LightEndpoint, tip: BlockHeader, tipMillis: number): Promise<BlockHeader> {
  const own = await headers.tip(tipMillis);
  return own.number < tip.number ? headers.tip(0) : own;
}

/** Adds the claims of one server about the blocks first…last. */
export function addClaims(
  claims: Map<number, Claim[]>,
  endpoint: LightEndpoint,
  watched: WatchedScripts,
  { first, last }: Pick<Stretch, 'first' | 'last'>,
): void {
  for (const { txHash, height } of endpoint.follower(watched).entries()) {
    if (height === null || height < first || height > last) continue;
    const of = claims.get(height) ?? [];
    of.push({ txHash, endpoint });
    claims.set(height, of);
  }
}

/**
 * The block with all proved claims. A false claim of the first server is a fault. A claim of the other server counts if
 * it is proved; if it is false, that server is distrusted for a while.
 */
export async function proveClaims(
  block: ProvedHeader,
  claims: readonly Claim[],
  { endpoint, tipMillis }: QueriedServers,
  { watched, params, signal }: Pick<Stretch, 'watched' | 'signal'> & { readonly params: UtxoParams },
): Promise<ScannedBlock> {
  const proved = new Set<string>();
  for (const { txHash, endpoint: claimant } of claims) {
    if (proved.has(txHash)) continue;
    try {
      if (claimant !== endpoint && !(await isOnChainOf(claimant, block, tipMillis))) continue;
      await proveBlock({ server: claimant.server, watched, params }, block, [txHash], signal);
      proved.add(txHash);
    } catch (fault) {
      if (claimant === endpoint || !(fault instanceof ChainFault)) throw fault;
      distrust(claimant, fault);
    }
  }
  return proveBlock({ server: endpoint.server, watched, params }, block, [...proved], signal);
}

/** A claim about another branch is not false. */
async function isOnChainOf({ headers }: LightEndpoint, { header }: ProvedHeader, tipMillis: number): Promise<boolean> {
  return (await headers.at(header.number, tipMillis))?.header.hash === header.hash;
}

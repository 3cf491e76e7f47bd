// Reads a stretch of blocks by their headers, and what moved in them by the histories of scripts.
import type { BlockHeader, ScannedBlock } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';
import type { UtxoParams } from '../params.ts';
import { distrust } from './endpoint-pool.ts';
import type { LightEndpoint } from './light-endpoint.ts';
import type { ProvedHeader } from './proofs/header-chain.ts';
import { proveBlock } from './proofs/prove-transfers.ts';
import type { WatchedScripts } from './watched-scripts.ts';

/** How far below the tip histories are of interest: two days' blocks of Bitcoin, half a day's of Litecoin. */
export const historyDepth = 288;

/** What a scan is to read. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
  readonly watched: WatchedScripts;
  readonly signal: AbortSignal;
  /** Whether every script is to be asked for first, as after an absence; else those that somebody waits for. */
  readonly asksAll: boolean;
}

/** The servers that are heard: the chain is the first one's. */
export interface Heard {
  readonly endpoint: LightEndpoint;
  readonly second: LightEndpoint | null;
  readonly tipMillis: number;
}

/** What was read of a stretch, with everything that is said to be in each block by whoever says it. */
export interface ReadStretch {
  readonly headers: readonly ProvedHeader[];
  readonly claims: ReadonlyMap<number, readonly Claim[]>;
}

export interface Claim {
  readonly txHash: string;
  readonly endpoint: LightEndpoint;
}

/**
 * The headers first…last, as far as the chain goes, and what the histories say is in those blocks. Both servers are
 * asked for the scripts that somebody waits for: what one leaves out the other may tell.
 */
export async function readStretch(
  { first, last, watched, signal, asksAll }: Stretch,
  heard: Heard,
): Promise<ReadStretch> {
  const { endpoint, second, tipMillis } = heard;
  const tip = await endpoint.headers.tip(tipMillis);
  const headers = await endpoint.headers.range(first, Math.min(last, tip.number), tipMillis);
  // As deep as the mempool asks for, so that histories are not asked for again because a block is a little older.
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

/** A server's tip, looked at again where it is below another one's: it may have been told of the block by now. */
async function tipNotBelow({ headers }: LightEndpoint, tip: BlockHeader, tipMillis: number): Promise<BlockHeader> {
  const own = await headers.tip(tipMillis);
  return own.number < tip.number ? headers.tip(0) : own;
}

/** What one server says is in the blocks first…last. */
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
 * The block with all that is proved of what is said to be in it. What the first server says must be so; what only
 * another one says counts where it is proved, and else that one is not asked for a while.
 */
export async function proveClaims(
  block: ProvedHeader,
  claims: readonly Claim[],
  { endpoint, tipMillis }: Heard,
  { watched, params, signal }: Pick<Stretch, 'watched' | 'signal'> & { readonly params: UtxoParams },
): Promise<ScannedBlock> {
  const proved = new Set<string>();
  for (const { txHash, endpoint: teller } of claims) {
    if (proved.has(txHash)) continue;
    try {
      if (teller !== endpoint && !(await isOnChainOf(teller, block, tipMillis))) continue;
      await proveBlock({ server: teller.server, watched, params }, block, [txHash], signal);
      proved.add(txHash);
    } catch (fault) {
      if (teller === endpoint || !(fault instanceof ChainFault)) throw fault;
      distrust(teller, fault);
    }
  }
  return proveBlock({ server: endpoint.server, watched, params }, block, [...proved], signal);
}

/** Else what it tells is of another branch, which is no lie. */
async function isOnChainOf({ headers }: LightEndpoint, { header }: ProvedHeader, tipMillis: number): Promise<boolean> {
  return (await headers.at(header.number, tipMillis))?.header.hash === header.hash;
}

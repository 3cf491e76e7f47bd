// What came to watched addresses in blocks that were handed on without it: servers tell it late, or another one does.
import type { ScannedBlock } from '../../../../core/payment/transfer.ts';
import type { UtxoParams } from '../params.ts';
import { addClaims, type Claim, type Heard, historyDepth, proveClaims } from './scan-blocks.ts';
import type { HandedOn } from './subscribed-scripts.ts';
import type { WatchedScripts } from './watched-scripts.ts';

/** Blocks told in one go. */
const mostBlocks = 16;

export interface MissedBlock {
  readonly block: ScannedBlock;
  /** From then on it is not told again. */
  taken(): void;
}

/**
 * By the histories that are known by now: blocks of the last day that were handed on, with all that is proved in them
 * and was not handed on. Throws ChainFault.
 */
export async function missedBlocks(
  heard: Heard,
  handedOn: HandedOn,
  { watched, params, signal }: { watched: WatchedScripts; params: UtxoParams; signal: AbortSignal },
): Promise<readonly MissedBlock[]> {
  const last = handedOn.scannedTo;
  if (last === null) return [];
  const claims = new Map<number, Claim[]>();
  for (const one of [heard.endpoint, heard.second])
    if (one !== null) addClaims(claims, one, watched, { first: Math.max(0, last - historyDepth), last });
  const missed: MissedBlock[] = [];
  for (const [number, told] of claims) {
    if (missed.length >= mostBlocks || signal.aborted) break;
    const block = await heard.endpoint.headers.at(number, heard.tipMillis);
    if (block === null) continue;
    const keyOf = ({ txHash }: Claim) => `${txHash}:${block.header.hash}`;
    const news = told.filter((claim) => handedOn.transactions.get(keyOf(claim)) === undefined);
    if (news.length === 0) continue;
    const scanned = await proveClaims(block, news, heard, { watched, params, signal });
    const taken = () => {
      for (const claim of news) handedOn.transactions.set(keyOf(claim), true);
    };
    if (scanned.transfers.length > 0) missed.push({ block: scanned, taken });
    else taken();
  }
  return missed;
}

// Finds payments in blocks that a scan has already returned without them, because a server reported them late.
import type { ScannedBlock } from '../../../../core/payment/transfer.ts';
import type { UtxoParams } from '../params.ts';
import { addClaims, type Claim, historyDepth, proveClaims, type QueriedServers } from './scan-blocks.ts';
import { Remembered, type WatchedScripts } from './watched-scripts.ts';

/** The blocks and chain transactions that a scan of a watched set has returned. Later findings are new if not here. */
export interface ReturnedBlocks {
  /** Keyed by '<id>:<hash of the block>'. */
  readonly transactions: Remembered<true>;
  /** The newest block that a scan returned. */
  scannedTo: number | null;
}

export function noReturnedBlocks(): ReturnedBlocks {
  return { transactions: new Remembered<true>(), scannedTo: null };
}

/** The most blocks returned at once. */
const mostBlocks = 16;

export interface MissedBlock {
  readonly block: ScannedBlock;
  /** Marks the block as processed, so that it is not returned again. */
  taken(): void;
}

/**
 * Blocks that a scan has returned within the last `historyDepth` blocks, with newly found payments, each proved. Throws
 * ChainFault.
 */
export async function missedBlocks(
  servers: QueriedServers,
  returned: ReturnedBlocks,
  { watched, params, signal }: { watched: WatchedScripts; params: UtxoParams; signal: AbortSignal },
): Promise<readonly MissedBlock[]> {
  const last = returned.scannedTo;
  if (last === null) return [];
  const claims = new Map<number, Claim[]>();
  for (const one of [servers.endpoint, servers.second])
    if (one !== null) addClaims(claims, one, watched, { first: Math.max(0, last - historyDepth), last });
  const missed: MissedBlock[] = [];
  for (const [number, told] of claims) {
    if (missed.length >= mostBlocks || signal.aborted) break;
    const block = await servers.endpoint.headers.at(number, servers.tipMillis);
    if (block === null) continue;
    const keyOf = ({ txHash }: Claim) => `${txHash}:${block.header.hash}`;
    const news = told.filter((claim) => returned.transactions.get(keyOf(claim)) === undefined);
    if (news.length === 0) continue;
    const scanned = await proveClaims(block, news, servers, { watched, params, signal });
    const taken = () => {
      for (const claim of news) returned.transactions.set(keyOf(claim), true);
    };
    if (scanned.transfers.length > 0) missed.push({ block: scanned, taken });
    else taken();
  }
  return missed;
}

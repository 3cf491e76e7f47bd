// Reads the unconfirmed payments to watched addresses from servers, which cannot prove them.
import { ChainFault, type MempoolTransaction } from '../../chain.ts';
import type { UtxoParams } from '../params.ts';
import { distrust } from './endpoint-pool.ts';
import type { LightEndpoint } from './light-endpoint.ts';
import { transactionOf } from './proofs/prove-transfers.ts';
import { historyDepth, type QueriedServers } from './scan-blocks.ts';
import type { WatchedScripts } from './watched-scripts.ts';

/**
 * If two servers answer, both must report a chain transaction, because nothing proves an unconfirmed one. One that
 * either server reports as mined is left out. Throws ChainFault if the first server fails.
 */
export async function readLightMempool(
  { endpoint, second, tipMillis }: QueriedServers,
  watched: WatchedScripts,
  params: UtxoParams,
  signal: AbortSignal,
): Promise<readonly MempoolTransaction[]> {
  const reporters = new Map<string, LightEndpoint[]>();
  const mined = new Set<string>();
  let answered = 0;
  for (const one of [endpoint, second]) {
    if (one === null) continue;
    try {
      const tip = await one.headers.tip(tipMillis);
      const floor = Math.max(0, tip.number - historyDepth);
      await one.follower(watched).followAwaited(one.placeAt(tip), floor, signal);
      await one.follower(watched).followOthers(one.placeAt(tip), floor, signal);
    } catch (fault) {
      if (one === endpoint || !(fault instanceof ChainFault)) throw fault;
      distrust(one, fault);
      continue;
    }
    answered += 1;
    for (const { txHash, height } of one.follower(watched).entries()) {
      if (height !== null) mined.add(txHash);
      else reporters.set(txHash, [...new Set([...(reporters.get(txHash) ?? []), one])]);
    }
  }
  const waiting = [...reporters].filter(([txHash, by]) => by.length === answered && !mined.has(txHash));
  const read = await Promise.all(
    waiting.map(async ([txHash, [by]]) =>
      transactionOf({ server: (by as LightEndpoint).server, watched, params }, txHash),
    ),
  );
  return read.flatMap((raw) => {
    const transfers = raw?.transfers(watched.table) ?? [];
    return raw === null || transfers.length === 0 ? [] : [{ txHash: raw.txHash, spends: raw.spends, transfers }];
  });
}

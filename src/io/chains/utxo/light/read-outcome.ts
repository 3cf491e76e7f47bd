// Finds the outcome of an unconfirmed transaction from servers' reports on it and on the outputs it spends.
import type { MempoolOutcome, MempoolTransaction } from '../../chain.ts';
import type { UtxoParams } from '../params.ts';
import type { LightEndpoint } from './light-endpoint.ts';
import type { HistoryEntry } from './light-server.ts';
import { provedPlaceOf, transactionOf } from './proofs/prove-transfers.ts';
import { WatchedScripts } from './watched-scripts.ts';

interface Look {
  readonly endpoint: LightEndpoint;
  readonly params: UtxoParams;
  readonly tipMillis: number;
}

/**
 * Reports `mined` or `conflicted` only if a header proves it. The server is asked for the spender of each output. If it
 * does not know one, because the output's own chain transaction is gone too, the outcome is `dropped`. Throws
 * ChainFault.
 */
export async function lightOutcome(
  look: Look,
  { txHash, spends }: Pick<MempoolTransaction, 'txHash' | 'spends'>,
): Promise<MempoolOutcome> {
  const { server } = look.endpoint;
  const bytes = await server.transaction(txHash);
  if (bytes !== null) {
    const entry = await server.entryOf(txHash, bytes, []);
    return entry !== null && (await isMined(look, entry, null)) ? 'mined' : 'in_mempool';
  }
  let isReplaced = false;
  for (const outpoint of spends) {
    const spender = await server.spenderOf(outpoint);
    if (spender === null || spender.txHash === txHash) continue;
    if (await isMined(look, spender, outpoint)) return 'conflicted';
    isReplaced = true;
  }
  return isReplaced ? 'replaced' : 'dropped';
}

/** Whether the chain transaction is proved to be in its reported block, and spends the outpoint. */
async function isMined(
  { endpoint, params, tipMillis }: Look,
  { txHash, height }: HistoryEntry,
  outpoint: string | null,
): Promise<boolean> {
  const block = height === null ? null : await endpoint.headers.at(height, tipMillis);
  if (block === null) return false;
  const asking = { server: endpoint.server, watched: new WatchedScripts(params), params };
  const raw = await transactionOf(asking, txHash);
  if (raw === null || (outpoint !== null && !raw.spends.includes(outpoint))) return false;
  await provedPlaceOf(asking, raw, block);
  return true;
}

// Derives from the balances of a block which internal transfers reached some addresses, and by which chain
// transactions.
import { balancePosition, type Transfer } from '../../../../core/payment/transfer.ts';
import type { InternalTransferQuery, InternalTransfers } from '../../chain.ts';
import type { BlockDeltas, Payer } from './block-deltas.ts';
import { proveCalls, type ReExecute } from './prove-calls.ts';

/** `deltas` must be of this query's block and addresses. */
export async function internalTransfersOf(
  deltas: BlockDeltas,
  query: InternalTransferQuery,
  reexecute: ReExecute,
): Promise<InternalTransfers> {
  const attributed: Transfer[] = [];
  const unclear: InternalTransfers['unclear'][number][] = [];
  for (const [address, { amount, namedBy }] of deltas.of) {
    if (amount !== null && amount <= 0n) continue;
    const payer = payerOf(deltas, query, address);
    if (amount !== null && payer !== undefined) attributed.push(transferByBalance(address, amount, payer));
    else unclear.push({ address, amount, namedBy: namedBy.map(({ txHash }) => txHash) });
  }
  const start = (query.startAt ?? 0) % Math.max(1, attributed.length);
  const inTurn = [...attributed.slice(start), ...attributed.slice(0, start)];
  const { transfers, fault } = await proveCalls(deltas, inTurn, reexecute);
  const judged = new Set(transfers.map(({ recipient }) => recipient));
  const postponed = attributed.map(({ recipient }) => recipient).filter((recipient) => !judged.has(recipient));
  return { header: deltas.header, transfers, unclear, postponed, fault };
}

/** The only chain transaction that names the address, or the only successful one among those claimed by customers. */
function payerOf(
  { of, succeeded }: BlockDeltas,
  { claims, preferClaims }: InternalTransferQuery,
  address: string,
): Payer | undefined {
  const namedBy = of.get(address)?.namedBy ?? [];
  if (namedBy.length === 1 && preferClaims !== true) return namedBy[0];
  const [txHash, ...others] = (claims.get(address) ?? []).filter((hash) => succeeded.has(hash));
  if (txHash === undefined || others.length > 0) return undefined;
  const sender = preferClaims === true ? namedBy.find((one) => one.txHash === txHash)?.sender : null;
  return { txHash, sender: sender ?? null };
}

/** The sum that the calls of this chain transaction moved to the address, as one transfer. */
export function transferByBalance(recipient: string, amount: bigint, payer: Payer): Transfer {
  return { ...payer, position: balancePosition(recipient), contract: '', recipient, amount, succeeded: true };
}

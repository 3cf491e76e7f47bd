// Finds the internal transfers of a block in which balances rose: from its trace, or else from balances and
// re-execution.
import type { Transfer } from '../../../../core/payment/transfer.ts';
import { quantity, readHash } from '../../accounts/raw.ts';
import { type InternalTransferQuery, type InternalTransfers, malformed } from '../../chain.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { type TracedBlock, transfersOf } from '../evidence/block-tracer.ts';
import type { BackgroundTraces, BlockMoves } from '../evidence/block-traces.ts';
import { readHeader } from '../scan/raw-block.ts';
import type { BlockDeltas } from './block-deltas.ts';
import { internalTransfersOf } from './internal-transfers.ts';
import type { ReExecute } from './prove-calls.ts';

/** The sources of facts about the block of one query. */
export interface RiseSources {
  readonly header: (number: number) => Promise<TracedBlock>;
  readonly traces: Pick<BackgroundTraces, 'of'> | null;
  /** Null if no endpoint has the block's state any more. */
  readonly deltas: (addresses: readonly string[]) => Promise<BlockDeltas | null>;
  readonly reexecute: ReExecute;
}

/**
 * While a trace is being fetched, all addresses are postponed. Transfers in the trace count, unless their sum exceeds
 * the rise of the balance; then they are held. If there is a trace and it does not explain a rise, the rise is held as
 * an unproved call. Null if no endpoint has the block's state any more. Throws ChainFault.
 */
export async function risesOf(query: InternalTransferQuery, sources: RiseSources): Promise<InternalTransfers | null> {
  const addresses = [...query.claims.keys()];
  const block = sources.traces === null ? null : await sources.header(query.number);
  const moves = block === null ? null : (sources.traces?.of(block) ?? null);
  if (block !== null && moves === 'pending')
    return { header: block.header, transfers: [], unclear: [], postponed: addresses, fault: undefined };
  const traced = block === null || moves === null ? null : tracedTo(block, moves as BlockMoves, addresses);
  const deltas = await sources.deltas(addresses);
  if (block !== null && deltas !== null && deltas.header.hash !== block.header.hash)
    throw malformed(`Block ${query.number} changed while it was read`);
  if (deltas === null)
    return traced === null || block === null ? null : { ...nothing, header: block.header, transfers: traced };
  const told = new Set(traced?.map(({ recipient }) => recipient));
  const untold = addresses.filter((address) => !told.has(address));
  const shared = untold.filter((address) => query.shared?.has(address) === true);
  const own = new Set(untold.filter((address) => !shared.includes(address)));
  const left = { ...deltas, of: new Map([...deltas.of].filter(([address]) => own.has(address))) };
  const byBalance = await internalTransfersOf(left, query, traced === null ? sources.reexecute : async () => null);
  const unclear = shared.map((address) => ({ address, amount: deltas.of.get(address)?.amount ?? null, namedBy: [] }));
  return {
    ...byBalance,
    transfers: [...holdFalseTraces(traced ?? [], deltas), ...byBalance.transfers],
    unclear: [...byBalance.unclear, ...unclear.filter(({ amount }) => amount === null || amount > 0n)],
  };
}

const nothing = { unclear: [], postponed: [], fault: undefined };

/** The header of the block at this height, and the hashes of its chain transactions. */
export async function tracedBlock(
  rotation: EndpointRotation,
  number: number,
  signal: AbortSignal,
): Promise<TracedBlock> {
  const raw = await rotation.call('eth_getBlockByNumber', [quantity(number), false], signal);
  const header = readHeader(raw);
  const { transactions } = raw as { transactions?: unknown };
  if (header.number !== number || !Array.isArray(transactions))
    throw malformed(`Block ${number} came without its transactions`);
  return { header, hashes: transactions.map((hash) => readHash(hash, 'hash of a transaction')) };
}

function tracedTo({ hashes }: TracedBlock, moves: BlockMoves, addresses: readonly string[]): readonly Transfer[] {
  const wanted = new Set(addresses);
  return moves.flatMap((one, at) => transfersOf(hashes[at] as string, one, wanted));
}

/** Holds traced transfers that sum to more than the balance rose by, because such a trace is false. */
function holdFalseTraces(traced: readonly Transfer[], { of }: BlockDeltas): readonly Transfer[] {
  const sums = new Map<string, bigint>();
  for (const { recipient, amount } of traced) sums.set(recipient, (sums.get(recipient) ?? 0n) + amount);
  return traced.map((one) => {
    const risen = of.get(one.recipient)?.amount ?? null;
    const isMore = risen !== null && (sums.get(one.recipient) ?? 0n) > risen;
    return isMore && one.held === undefined ? { ...one, held: 'unproved_call' } : one;
  });
}

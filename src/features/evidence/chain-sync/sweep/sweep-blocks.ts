// Searches all blocks since the last look. Reads only those with transfers to watched addresses, and moves the cursor
// over the others.
import { medianBlocks } from '../../../../core/payment/chain-cursor.ts';
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { type Chain, malformed } from '../../../../io/chains/chain.ts';
import type { Cursor } from '../../../known/networks/cursor-store.ts';
import { listBalances, listSwept } from '../../../known/networks/sweep-store.ts';
import { recordBatch } from '../blocks/read-blocks.ts';
import type { SyncContext } from '../sync-session.ts';
import { type BalancesAt, changeHeights } from './balance-changes.ts';
import { skipTo } from './skip-blocks.ts';

/** With more addresses than this on a network, reading its blocks costs no more than asking about each address. */
const mostAddresses = 4_000;

/**
 * The result: the cursor is at the head; the head is on another branch than the cursor; another process has the
 * network; or `unable`: the blocks after the cursor must be read one by one.
 */
export type Swept =
  | { readonly kind: 'done' | 'unable'; readonly cursor: Cursor }
  /** `tip`: the block at the height of the cursor on the new branch; null while the branch is changing. */
  | { readonly kind: 'diverged'; readonly tip: BlockHeader | null }
  | { readonly kind: 'elsewhere' };

export interface Look {
  readonly cursor: Cursor;
  readonly head: BlockHeader;
  /** Whether an invoice needs the chain's time. */
  readonly isTimeAsked: boolean;
}

interface Sweep {
  readonly sync: SyncContext;
  readonly head: BlockHeader;
  /** The chain's median time at the head, in Unix seconds; null if no invoice needs it. */
  readonly chainTime: number | null;
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
}

/** Throws ChainFault. Blocks recorded before the error stay recorded, and the cursor is after them. */
export async function sweepBlocks(sync: SyncContext, look: Look, signal: AbortSignal): Promise<Swept> {
  const { cursor, head, isTimeAsked } = look;
  const { instance, session } = sync;
  const { chain, network, watched } = session;
  const { block } = cursor;
  const listed = await listSwept(instance.db, network.id, mostAddresses);
  if (block === null || listed === null || chain.transfersSince === undefined) return { kind: 'unable', cursor };
  const at = await chain.headerAt(block.number);
  if (at === null) throw malformed(`No endpoint has block ${block.number}, the last one that was swept`);
  if (at.hash !== block.hash) return { kind: 'diverged', tip: at };
  const addresses = [...new Set([...listed, ...watched.lookahead.keys()])];
  const chainTime = isTimeAsked ? await medianTime(chain, head) : null;
  const sweep = { sync, head, chainTime, addresses, signal };
  const low = await balancesBefore(sweep, cursor);
  const high = low === null ? null : await balancesAt(sweep, head);
  if (low === null || high === null) return { kind: 'unable', cursor };
  const changed = await changeHeights(chain, low, high, signal);
  if (changed === null) return { kind: 'unable', cursor };
  const paid = await chain.transfersSince(block.number + 1, head.number, addresses, signal);
  const heights = [...new Set([...changed, ...paid])].sort((one, other) => one - other);
  return readOnly(sweep, cursor, { heights, balances: high.balances });
}

/**
 * Returns the time of the sixth block from the head. On networks that can be swept, no block is earlier than its parent
 * (Ethereum's yellow paper, block header validity), so it is the median of the newest eleven.
 */
async function medianTime(chain: Chain, head: BlockHeader): Promise<number | null> {
  const middle = head.number - Math.floor(medianBlocks / 2);
  return middle < 0 ? null : ((await chain.headerAt(middle))?.time ?? null);
}

/** Reads the blocks at these heights and skips the others up to the head. */
async function readOnly(
  sweep: Sweep,
  from: Cursor,
  { heights, balances }: { readonly heights: readonly number[]; readonly balances: ReadonlyMap<string, bigint> },
): Promise<Swept> {
  const { sync, head, chainTime, addresses, signal } = sweep;
  const { chain, watched } = sync.session;
  let cursor: Cursor | null = from;
  for (const height of heights) {
    const before: BlockHeader | null = await chain.headerAt(height - 1);
    if (before === null) throw malformed(`No endpoint has block ${height - 1}, which is below the head`);
    cursor = await skipTo(sync, cursor, { to: before, head, chainTime: null, balances: null });
    if (cursor === null) return { kind: 'elsewhere' };
    const blocks =
      chain.scanWithCare?.(height, height, { watched: watched.set, awaited: addresses }, signal) ??
      chain.scan(height, height, watched.set, signal);
    for await (const block of blocks) {
      if (block.header.parentHash !== cursor.block?.hash) return { kind: 'diverged', tip: null };
      cursor = await recordBatch(sync, { cursor, head }, [block]);
      if (cursor === null) return { kind: 'elsewhere' };
    }
  }
  cursor = await skipTo(sync, cursor, { to: head, head, chainTime, balances });
  return cursor === null ? { kind: 'elsewhere' } : { kind: 'done', cursor };
}

/**
 * Returns the balances at the cursor: as recorded by the last sweep, otherwise from an endpoint. If the earlier balance
 * of a new address is unavailable, the address is compared from now on. Returns null if no balance is known.
 */
async function balancesBefore(sweep: Sweep, { block, isSwept }: Cursor): Promise<BalancesAt | null> {
  const { sync, addresses } = sweep;
  if (block === null) return null;
  const known = isSwept ? await listBalances(sync.instance.db, sync.session.network.id) : new Map<string, bigint>();
  const fresh = addresses.filter((one) => !known.has(one));
  const answer = await balancesAt({ ...sweep, addresses: fresh }, block);
  if (answer === null && known.size === 0) return null;
  return { number: block.number, balances: new Map([...known, ...(answer?.balances ?? [])]) };
}

async function balancesAt(
  { sync, addresses, signal }: Sweep,
  block: { readonly number: number; readonly hash: string },
): Promise<BalancesAt | null> {
  const { chain } = sync.session;
  if (addresses.length === 0 || chain.balancesAt === undefined) return { number: block.number, balances: new Map() };
  const answer = await chain.balancesAt(addresses, { number: block.number }, signal);
  if (answer === null) return null;
  return { number: block.number, balances: new Map(addresses.map((one, at) => [one, answer[at] as bigint])) };
}

// One look at all blocks since the last one: reads only those in which something came to a watched address, and moves
// the cursor over the others.
import { medianBlocks } from '../../../../core/payment/chain-cursor.ts';
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { type Chain, malformed } from '../../../../io/chains/chain.ts';
import type { Cursor } from '../../../known/networks/cursor-store.ts';
import { listBalances, listSwept } from '../../../known/networks/sweep-store.ts';
import { recordBatch } from '../blocks/read-blocks.ts';
import type { SyncContext } from '../sync-session.ts';
import { type BalancesAt, changeHeights } from './balance-changes.ts';
import { skipTo } from './skip-blocks.ts';

/** For more addresses than this on one network, reading its blocks is no dearer than to ask about each address. */
const mostAddresses = 4_000;

/**
 * How it ended: with the cursor at the head; with a head on another branch than the cursor; with another process having
 * the network; or, `unable`, with blocks that have to be read one by one from where the cursor is now.
 */
export type Swept =
  | { readonly kind: 'done' | 'unable'; readonly cursor: Cursor }
  /** `tip`: the block that stands there in the place of the one that was read; null where the branch changes now. */
  | { readonly kind: 'diverged'; readonly tip: BlockHeader | null }
  | { readonly kind: 'elsewhere' };

export interface Look {
  readonly cursor: Cursor;
  readonly head: BlockHeader;
  /** Whether an invoice waits for the chain's time. */
  readonly isTimeAsked: boolean;
}

interface Sweep {
  readonly sync: SyncContext;
  readonly head: BlockHeader;
  /** The chain's median time at the head, in Unix seconds; null where nobody waits for it. */
  readonly chainTime: number | null;
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
}

/** Throws ChainFault, with what was recorded until then standing and the cursor behind it. */
export async function sweepBlocks(sync: SyncContext, look: Look, signal: AbortSignal): Promise<Swept> {
  const { cursor, head, isTimeAsked } = look;
  const { instance, session } = sync;
  const { chain, network, watched } = session;
  const { block } = cursor;
  const listed = await listSwept(instance.db, network.id, mostAddresses);
  if (block === null || listed === null || chain.transfersSince === undefined) return { kind: 'unable', cursor };
  const at = await chain.headerAt(block.number);
  if (at === null) throw malformed(`No endpoint shows block ${block.number}, which was swept up to`);
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
 * The time of the sixth block from the head: none is earlier than its parent on any network that can be swept
 * (Ethereum's yellow paper, block header validity), so it is the median of the newest eleven.
 */
async function medianTime(chain: Chain, head: BlockHeader): Promise<number | null> {
  const middle = head.number - Math.floor(medianBlocks / 2);
  return middle < 0 ? null : ((await chain.headerAt(middle))?.time ?? null);
}

/** Reads the blocks at these heights, and skips the others up to the head. */
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
    if (before === null) throw malformed(`No endpoint shows block ${height - 1}, which is below the head`);
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
 * The balances at the cursor: recorded by the sweep that led there, else asked for. Of an address that is new since
 * then, where no endpoint can tell any more, it is compared from now on. Null where none at all are known.
 */
async function balancesBefore(sweep: Sweep, { block, isSwept }: Cursor): Promise<BalancesAt | null> {
  const { sync, addresses } = sweep;
  if (block === null) return null;
  const known = isSwept ? await listBalances(sync.instance.db, sync.session.network.id) : new Map<string, bigint>();
  const fresh = addresses.filter((one) => !known.has(one));
  const told = await balancesAt({ ...sweep, addresses: fresh }, block);
  if (told === null && known.size === 0) return null;
  return { number: block.number, balances: new Map([...known, ...(told?.balances ?? [])]) };
}

async function balancesAt(
  { sync, addresses, signal }: Sweep,
  block: { readonly number: number; readonly hash: string },
): Promise<BalancesAt | null> {
  const { chain } = sync.session;
  if (addresses.length === 0 || chain.balancesAt === undefined) return { number: block.number, balances: new Map() };
  const told = await chain.balancesAt(addresses, { number: block.number }, signal);
  if (told === null) return null;
  return { number: block.number, balances: new Map(addresses.map((one, at) => [one, told[at] as bigint])) };
}

// Remembers, for each address that is given out once and waits to be paid, up to which block its balance is accounted for.
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import type { Chain } from '../../../io/chains/chain.ts';
import type { Instance } from '../../instance.ts';
import { listBlocks } from '../../networks/cursor-store.ts';
import { listAwaitedOnce } from '../../payments/internal-transfer-store.ts';
import type { Follower } from '../sync-session.ts';
import type { InnerMemory, Mark } from './probe-memory.ts';

/** More than so many at once are not remembered; those that have waited longest for a payment are left out. */
const mostMarks = 1_000;
const listMillis = 2_000;
/** What comes late is looked for so much longer, while the process runs. */
const graceMillis = 3_600_000;
/** So far below the newest block read, an address that is new here is looked at from: as far as full nodes surely have balances. */
const reachBack = 64;

/** Marks those that wait by now, and forgets those that stopped long ago. Nothing where calls are traced, or balances are of no use. */
export async function markAwaited(
  instance: Instance,
  follower: Pick<Follower, 'network' | 'chain' | 'inner'>,
): Promise<void> {
  const { network, chain, inner } = follower;
  const asset = instance.catalog.assetByContract(network.id, '');
  if (!comparesBalances(chain) || asset === null) return leaveMarks(follower);
  const now = performance.now();
  if (now - inner.listedAt < listMillis) return;
  inner.listedAt = now;
  const awaited = await listAwaitedOnce(instance.db, network.id, asset.id, mostMarks);
  const waiting = new Set(awaited.map(({ address }) => address));
  for (const [address, mark] of inner.marks) {
    if (waiting.has(address)) continue;
    const leftAt = mark.leftAt ?? now;
    if (now - leftAt > graceMillis) inner.marks.delete(address);
    else inner.marks.set(address, { ...mark, deadline: null, leftAt });
  }
  const news = awaited.filter(({ address }) => !inner.marks.has(address));
  const start = news.length === 0 ? null : await startBlock(instance, network.id);
  for (const { address, deadline } of awaited) {
    const known = inner.marks.get(address);
    if (known !== undefined) inner.marks.set(address, { ...known, deadline, leftAt: null });
    else if (start !== null) inner.marks.set(address, { block: start, balance: null, deadline, leftAt: null });
  }
  makeRoom(inner.marks);
}

/** What was accounted for on blocks that left the chain is to be accounted for again. */
export function moveMarksBack({ marks }: InnerMemory, fork: Pick<BlockHeader, 'number' | 'hash'>): void {
  for (const [address, mark] of marks)
    if (mark.block.number > fork.number) marks.set(address, { ...mark, block: fork, balance: null });
}

/** The same for blocks that somebody else took back: `kept` are the newest blocks read. */
export function renewLostMarks({ marks }: InnerMemory, kept: readonly BlockHeader[]): void {
  const hashes = new Map(kept.map(({ number, hash }) => [number, hash]));
  const [newest] = kept;
  const start = startOf(kept);
  if (newest === undefined || start === null) return;
  for (const [address, mark] of marks) {
    const hash = hashes.get(mark.block.number);
    const isLost = mark.block.number > newest.number || (hash !== undefined && hash !== mark.block.hash);
    if (isLost) marks.set(address, { ...mark, block: start, balance: null });
  }
}

function comparesBalances(chain: Chain): boolean {
  const sight = chain.innerTransfers?.() ?? null;
  return chain.balances !== undefined && sight !== 'traced' && sight !== 'direct_only';
}

/** Traces tell of what comes from now on; what came until then is looked for once more. */
function leaveMarks({ chain, inner }: Pick<Follower, 'chain' | 'inner'>): void {
  const isTraced = chain.innerTransfers?.() === 'traced';
  for (const [address, { balance }] of inner.marks) if (!isTraced || balance === null) inner.marks.delete(address);
}

async function startBlock(instance: Instance, networkId: string): Promise<BlockHeader | null> {
  return startOf(await listBlocks(instance.db, networkId));
}

/** `kept`: newest first. */
function startOf(kept: readonly BlockHeader[]): BlockHeader | null {
  return kept[Math.min(reachBack, kept.length - 1)] ?? null;
}

function makeRoom(marks: Map<string, Mark>): void {
  const gone = [...marks].filter(([, { leftAt }]) => leftAt !== null);
  for (const [address] of gone.slice(0, Math.max(0, marks.size - mostMarks))) marks.delete(address);
}

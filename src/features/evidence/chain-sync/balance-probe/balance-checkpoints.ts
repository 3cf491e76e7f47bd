// Remembers, for each address that waits to be paid and may be by calls, up to which block its balance is accounted
// for.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { listBlocks } from '../../../known/networks/block-store.ts';
import { type AwaitedAddress, listAwaited } from '../../../money/payments/internal-transfer-store.ts';
import type { SyncContext } from '../sync-session.ts';
import type { Checkpoint, ProbeMemory } from './probe-memory.ts';

/** More than so many at once are not remembered; those that have waited longest for a payment are left out. */
const mostCheckpoints = 1_000;
/** What comes late is looked for so much longer, while the process runs. */
const graceMillis = 3_600_000;
/**
 * So far below the newest block read, an address that is new here is probed from: as far as full nodes surely have
 * balances.
 */
const reachBack = 64;

/**
 * Sets a checkpoint for each address that is awaited by now, and deletes those of addresses that long ago stopped to
 * be. Sets none where balances are of no use; those that payments share only where a trace tells whose it is.
 */
export async function checkpointAwaited({ instance, session }: SyncContext): Promise<void> {
  const { network, chain, probe } = session;
  const asset = instance.catalog.assetByContract(network.id, '');
  const visibility = chain.internalTransfers?.() ?? null;
  if (chain.balances === undefined || visibility === 'direct_only' || asset === null) return probe.checkpoints.clear();
  if (!probe.listPace.isDue) return;
  probe.listPace.restart();
  const terms = { most: mostCheckpoints, withShared: visibility === 'traced' };
  const awaited = await listAwaited(instance.db, { networkId: network.id, assetId: asset.id, ...terms });
  markLeft(probe, awaited);
  const isNew = awaited.some(({ address }) => !probe.checkpoints.has(address));
  const start = isNew ? startOf(await listBlocks(instance.db, network.id)) : null;
  for (const { address, deadline, isShared } of awaited) {
    const known = probe.checkpoints.get(address);
    const now = { deadline, isShared, leftAt: null };
    if (known !== undefined) probe.checkpoints.set(address, { ...known, ...now });
    else if (start !== null) probe.checkpoints.set(address, { block: start, balance: null, ...now });
  }
  evictLeft(probe);
}

/** What was accounted for on blocks that left the chain is to be accounted for again. */
export function moveCheckpointsBack({ checkpoints }: ProbeMemory, fork: Pick<BlockHeader, 'number' | 'hash'>): void {
  for (const [address, checkpoint] of checkpoints)
    if (checkpoint.block.number > fork.number) checkpoints.set(address, { ...checkpoint, block: fork, balance: null });
}

/** The same for blocks that somebody else reverted: `kept` are the newest blocks read. */
export function renewLostCheckpoints({ checkpoints }: ProbeMemory, kept: readonly BlockHeader[]): void {
  const hashes = new Map(kept.map(({ number, hash }) => [number, hash]));
  const [newest] = kept;
  const start = startOf(kept);
  if (newest === undefined || start === null) return;
  for (const [address, checkpoint] of checkpoints) {
    const { block } = checkpoint;
    const hash = hashes.get(block.number);
    const isLost = block.number > newest.number || (hash !== undefined && hash !== block.hash);
    if (isLost) checkpoints.set(address, { ...checkpoint, block: start, balance: null });
  }
}

/** Notices which addresses are awaited no more, and deletes those for which that has been so for long. */
function markLeft({ checkpoints }: ProbeMemory, awaited: readonly AwaitedAddress[]): void {
  const now = performance.now();
  const addresses = new Set(awaited.map(({ address }) => address));
  for (const [address, checkpoint] of checkpoints) {
    if (addresses.has(address)) continue;
    const leftAt = checkpoint.leftAt ?? now;
    if (now - leftAt > graceMillis) checkpoints.delete(address);
    else checkpoints.set(address, { ...checkpoint, deadline: null, leftAt });
  }
}

/** `kept`: newest first. */
function startOf(kept: readonly BlockHeader[]): BlockHeader | null {
  return kept[Math.min(reachBack, kept.length - 1)] ?? null;
}

function evictLeft({ checkpoints }: ProbeMemory): void {
  const left = [...checkpoints].filter(([, { leftAt }]: [string, Checkpoint]) => leftAt !== null);
  for (const [address] of left.slice(0, Math.max(0, checkpoints.size - mostCheckpoints))) checkpoints.delete(address);
}

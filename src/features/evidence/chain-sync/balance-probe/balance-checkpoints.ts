// Keeps a checkpoint for each awaited address that a contract may pay: the block up to which its balance is explained.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { listBlocks } from '../../../known/networks/block-store.ts';
import { type AwaitedAddress, listAwaited } from '../../../money/payments/internal-transfer-store.ts';
import type { SyncContext } from '../sync-session.ts';
import type { Checkpoint, ProbeMemory } from './probe-memory.ts';

/** The limit of checkpoints at once. Beyond it, the addresses that have waited longest are left out. */
const mostCheckpoints = 1_000;
/** Addresses are probed for this long after they stop being awaited, to find late payments. */
const graceMillis = 3_600_000;
/**
 * A new address is probed from this many blocks below the newest block read. All full nodes still have balances at that
 * depth.
 */
const reachBack = 64;

/**
 * Adds a checkpoint for each awaited address and deletes checkpoints of addresses that stopped being awaited long ago.
 * Adds none if the chain reports no balances. Shared addresses get one only if traces show the payer.
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

/** Moves checkpoints on blocks that left the chain back to the fork. */
export function moveCheckpointsBack({ checkpoints }: ProbeMemory, fork: Pick<BlockHeader, 'number' | 'hash'>): void {
  for (const [address, checkpoint] of checkpoints)
    if (checkpoint.block.number > fork.number) checkpoints.set(address, { ...checkpoint, block: fork, balance: null });
}

/** Resets checkpoints on blocks that another process reverted. `kept` are the newest blocks read, newest first. */
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

/** Marks addresses that are no longer awaited, and deletes those marked longer than the grace period. */
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

/** `kept` is ordered newest first. */
function startOf(kept: readonly BlockHeader[]): BlockHeader | null {
  return kept[Math.min(reachBack, kept.length - 1)] ?? null;
}

function evictLeft({ checkpoints }: ProbeMemory): void {
  const left = [...checkpoints].filter(([, { leftAt }]: [string, Checkpoint]) => leftAt !== null);
  for (const [address] of left.slice(0, Math.max(0, checkpoints.size - mostCheckpoints))) checkpoints.delete(address);
}

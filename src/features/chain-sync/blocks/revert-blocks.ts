// Goes back to where the branches diverge, and reverts what came after.
import { forkPoint } from '../../../core/payment/chain-cursor.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { listBlocks } from '../../networks/block-store.ts';
import { haltNetwork } from '../../networks/status-store.ts';
import { revert } from '../../payments/revert.ts';
import { moveCheckpointsBack } from '../balance-probe/balance-checkpoints.ts';
import { keepsBranch } from '../quorum/compare-headers.ts';
import type { SyncContext, Tick } from '../sync-session.ts';

/** Where the branches diverge below everything that is kept, the network is halted: a person must look. */
export async function revertBlocks(sync: SyncContext, head: BlockHeader): Promise<Tick> {
  const { instance, session } = sync;
  const { network, chain, owner } = session;
  const kept = await listBlocks(instance.db, network.id);
  const fork = await forkPoint(kept, async (number) => (await chain.headerAt(number))?.hash ?? null);
  if (fork === null) {
    const what = `The chain diverged below block ${kept.at(-1)?.number}, the oldest one kept.`;
    const why = `${what} Check the endpoint, then: quittance network resume ${network.symbol}`;
    await haltNetwork(instance.db, network.id, why);
    instance.log.error({ network: network.symbol }, why);
    return 'halted';
  }
  if (fork.number === kept[0]?.number) return 'current';
  const lost = kept.find((block) => block.number === fork.number + 1);
  if (lost !== undefined && (await keepsBranch(sync, lost))) return 'current';
  instance.log.warn({ network: network.symbol, from: kept[0]?.number, to: fork.number }, 'reorg: reverting blocks');
  await revert(instance, owner, { network, fork, head: head.number });
  moveCheckpointsBack(session.probe, fork);
  return 'more';
}

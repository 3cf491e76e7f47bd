// Finds the fork after a reorg and reverts the later blocks.
import { forkPoint } from '../../../../core/payment/chain-cursor.ts';
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../../../io/chains/chain.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { listBlocks } from '../../../known/networks/block-store.ts';
import { lockCursor } from '../../../known/networks/cursor-store.ts';
import { haltNetwork } from '../../../known/networks/status-store.ts';
import { type Divergence, revertTo } from '../../../money/payments/revert.ts';
import type { OutgoingWatch } from '../../outgoing/outgoing-watch.ts';
import { moveCheckpointsBack } from '../balance-probe/balance-checkpoints.ts';
import { keepsBranch, refuseOtherChains } from '../quorum/compare-headers.ts';
import { askEach, votersOf } from '../quorum/endpoint-quorum.ts';
import type { SyncContext, Tick } from '../sync-session.ts';

/**
 * `tip`: the block that does not follow the blocks read, by default the head. It is at most one above the newest block
 * read. Before anything is reverted, every endpoint must confirm its chain id. Nothing is reverted while the newest
 * block read is still shown, or while at least as many endpoints have it as do not. If the fork is below the oldest
 * kept block, the network is halted. Throws a retryable ChainFault if the fork cannot be found.
 */
export async function revertBlocks(sync: SyncContext, head: BlockHeader, tip: BlockHeader = head): Promise<Tick> {
  const { instance, session } = sync;
  const { network, owner } = session;
  const kept = await listBlocks(instance.db, network.id);
  const [newest] = kept;
  if (newest !== undefined && (await isStillShown(sync, newest, tip))) return 'current';
  await refuseOtherChains(sync);
  const fork = await forkPoint(kept, tip, (hash, number) => parentOf(sync, hash, number));
  if (fork.kind === 'unknown')
    throw new ChainFault(`No endpoint has block ${fork.number}, the parent of the new branch`, true);
  if (fork.kind === 'found' && fork.block.number === newest?.number) return 'current';
  const lost = kept.findLast(({ number }) => fork.kind === 'below' || number > fork.block.number);
  if (lost !== undefined && (await keepsBranch(sync, lost))) return 'current';
  if (fork.kind === 'below') return halt(sync, kept);
  instance.log.warn(
    { network: network.symbol, from: newest?.number, to: fork.block.number },
    'reorg: reverting blocks',
  );
  await instance.db.atomically(async (trx) => {
    if ((await lockCursor(trx, network.id, owner)) === null) return;
    await revertRecorded(
      trx,
      { instance, outgoing: session.outgoing },
      { network, fork: fork.block, head: head.number },
    );
  });
  moveCheckpointsBack(session.probe, fork.block);
  return 'more';
}

/**
 * Reverts the payments and outgoing transfers of blocks that left the chain. The caller's commit must have locked the
 * cursor. Expected transfers are locked before invoices.
 */
export async function revertRecorded(
  trx: Queryable,
  { instance, outgoing }: { readonly instance: Instance; readonly outgoing: Pick<OutgoingWatch, 'revert'> },
  divergence: Divergence,
): Promise<void> {
  const { network, fork } = divergence;
  await outgoing.revert(trx, instance, { networkId: network.id, block: fork.number });
  await revertTo({ trx, instance }, divergence);
}

/**
 * One URL may serve several nodes, and one of them may lag or follow its own block. This is not a reorg while the
 * newest block read is still shown at its height.
 */
async function isStillShown(
  { session: { chain } }: SyncContext,
  newest: BlockHeader,
  { number }: BlockHeader,
): Promise<boolean> {
  const shown = await chain.headerAt(newest.number);
  if (shown?.hash !== newest.hash) return false;
  if (number <= newest.number) return true;
  throw new ChainFault(`Block ${number} does not follow block ${newest.number}, which the endpoint still shows`, true);
}

/** Finds the header on any endpoint. A lagging node may have no block at that height, or another one. */
async function parentOf({ session }: SyncContext, hash: string, number: number): Promise<BlockHeader | null> {
  for (let look = 0; look < parentTries; look += 1) {
    const header = await session.chain.headerAt(number);
    if (header?.hash === hash) return header;
  }
  const voters = votersOf(session);
  if (voters.length < 2) return null;
  const answers = await askEach(voters, (chain) => chain.headerAt(number));
  return answers.find(({ answer }) => answer?.hash === hash)?.answer ?? null;
}

/** A load balancer may reach another node on the next try. */
const parentTries = 3;

async function halt({ instance, session: { network } }: SyncContext, kept: readonly BlockHeader[]): Promise<Tick> {
  const what = `The chain diverged below block ${kept.at(-1)?.number}, the oldest one kept.`;
  const then = `It resumes by itself once block ${kept[0]?.number} is back as it was read`;
  const why = `${what} ${then}; otherwise check the endpoint, then: quittance network resume ${network.symbol}`;
  await haltNetwork(instance.db, network.id, why);
  instance.log.error({ network: network.symbol }, why);
  return 'halted';
}

// Records transfers that a chain's reader found only after their block was recorded. Some endpoints report them late.
import type { ScannedBlock, Transfer } from '../../../../core/payment/transfer.ts';
import { findBlock } from '../../../known/networks/block-store.ts';
import type { SyncContext } from '../sync-session.ts';
import { correctBlock } from './correct-block.ts';
import { listRecordedIn, soughtAmong } from './recorded-transfers.ts';

/** Runs only for readers that report such transfers with a proof. Throws ChainFault. */
export async function recordMissed(sync: SyncContext, signal: AbortSignal): Promise<void> {
  const { chain, watched } = sync.session;
  if (chain.missedBlocks === undefined) return;
  for await (const block of chain.missedBlocks(watched.set, signal)) {
    const missing = await missingOf(sync, block);
    if (missing.length > 0) await correctBlock(sync, block.header, { missing, invented: [] });
  }
}

/** Returns the transfers of a recorded block that must be recorded and are not. */
async function missingOf(sync: SyncContext, { header, transfers }: ScannedBlock): Promise<readonly Transfer[]> {
  const { instance, session } = sync;
  if ((await findBlock(instance.db, session.network.id, header.number))?.hash !== header.hash) return [];
  const placeOf = ({ txHash, position }: Pick<Transfer, 'txHash' | 'position'>) => `${txHash} ${position}`;
  const recorded = new Set((await listRecordedIn(sync, header.hash)).map(placeOf));
  return (await soughtAmong(sync, header, transfers)).filter((one) => !recorded.has(placeOf(one)));
}

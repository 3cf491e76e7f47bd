// Records what a chain's reader came to know of blocks that were recorded without it: endpoints tell some things late.
import type { ScannedBlock, Transfer } from '../../../../core/payment/transfer.ts';
import { findBlock } from '../../../known/networks/block-store.ts';
import { listWatchedBy } from '../../../known/networks/watched-store.ts';
import { listTransfersIn } from '../../../money/payments/block-transfer-store.ts';
import type { SyncContext } from '../sync-session.ts';
import { correctBlock } from './correct-block.ts';

/** A block's time and ours may differ by so much, for a payment right after its address was shown. */
const clockSlackSeconds = 15;

/** Only for readers that say so by themselves, each transfer being proved. Throws ChainFault. */
export async function recordMissed(sync: SyncContext, signal: AbortSignal): Promise<void> {
  const { chain, watched } = sync.session;
  if (chain.missedBlocks === undefined) return;
  for await (const block of chain.missedBlocks(watched.set, signal)) {
    const missing = await missingOf(sync, block);
    if (missing.length > 0) await correctBlock(sync, block.header, { missing, invented: [] });
  }
}

/** What is not recorded of a block that is, to addresses that were shown to somebody by then. */
async function missingOf({ instance, session }: SyncContext, block: ScannedBlock): Promise<readonly Transfer[]> {
  const { header, transfers } = block;
  const { id } = session.network;
  if ((await findBlock(instance.db, id, header.number))?.hash !== header.hash) return [];
  const placeOf = ({ txHash, position }: Pick<Transfer, 'txHash' | 'position'>) => `${txHash} ${position}`;
  const known = await listTransfersIn({ db: instance.db, networkId: id }, header.hash);
  const recorded = new Set(known.map(placeOf));
  const addresses = transfers.map(({ recipient }) => recipient);
  const seconds = header.time + clockSlackSeconds;
  const shown = await listWatchedBy(instance.db, id, { addresses, seconds });
  return transfers.filter((one) => !recorded.has(placeOf(one)) && shown.has(one.recipient));
}

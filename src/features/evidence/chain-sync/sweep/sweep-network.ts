// A look at a network in which nothing is open, and the last one before it is followed again.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { expireInvoices } from '../../../money/payments/expire.ts';
import { readBlocks } from '../blocks/read-blocks.ts';
import { revertBlocks } from '../blocks/revert-blocks.ts';
import { confirmReached } from '../blocks/settle-block.ts';
import { recordStatusNow } from '../record-status.ts';
import type { SyncContext, Tick } from '../sync-session.ts';
import { checkTokensWhenDue } from '../token-checks/check-tokens-when-due.ts';
import { type Look, sweepBlocks } from './sweep-blocks.ts';

/** Up to the head, by reading every block where that is the only way. */
export async function lookAtNetwork(sync: SyncContext, look: Look, signal: AbortSignal): Promise<Tick> {
  const { head } = look;
  const swept = await sweepBlocks(sync, look, signal);
  switch (swept.kind) {
    case 'diverged':
      return swept.tip === null ? 'more' : revertBlocks(sync, head, swept.tip);
    case 'elsewhere':
      return 'elsewhere';
    case 'unable':
      return readBlocks(sync, { cursor: swept.cursor, head, isIdle: true }, signal);
    case 'done':
      await settleSwept(sync, head);
      return 'current';
  }
}

/** Ends what the time of this block ends, once nothing is awaited that would have to be looked for first. */
async function settleSwept(sync: SyncContext, head: BlockHeader): Promise<void> {
  const { sweep } = sync.session;
  if (sweep.statusPace.isDue) {
    await recordStatusNow(sync);
    await checkTokensWhenDue(sync);
    sweep.statusPace.restart();
  }
  await confirmReached(sync, head.number);
  await expireInvoices(sync.instance);
}

// Looks at a network without open payments, and takes the last such look before the network is followed again.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { expireInvoices } from '../../../money/payments/expire.ts';
import { readBlocks } from '../blocks/read-blocks.ts';
import { revertBlocks } from '../blocks/revert-blocks.ts';
import { confirmReached } from '../blocks/settle-block.ts';
import { recordStatusNow } from '../record-status.ts';
import type { SyncContext, Tick } from '../sync-session.ts';
import { checkTokensWhenDue } from '../token-checks/check-tokens-when-due.ts';
import { type Look, sweepBlocks } from './sweep-blocks.ts';

/** Reads up to the head, block by block if there is no other way. */
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

/** Confirms and expires at this block. No balance needs to be checked first, because nothing is awaited. */
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

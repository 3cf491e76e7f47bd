// What a screen reader is told when the state of the payment changes. Countdowns are left out on purpose.
import { isZero } from './figures.ts';
import type { Transaction } from './payment-objects.ts';
import type { Stage } from './stage.ts';

export function announcement(stage: Stage): string {
  switch (stage.kind) {
    case 'paid':
      return 'Payment complete.';
    case 'accepted':
      return 'The merchant has accepted your payment. You may leave this page.';
    case 'canceled':
      return 'This invoice was canceled.';
    case 'expired':
      return 'The time to pay this invoice is over.';
    case 'awaiting':
      return `Waiting for ${stage.transaction.amount} ${stage.transaction.cryptocurrency.symbol}.`;
    case 'confirming': {
      const progress = stage.inFlight.map(confirmationText).join(' ');
      return `Payment seen. ${progress}${isZero(stage.due) ? '' : ' A part is still to be paid.'}`;
    }
    case 'choosing':
      return stage.expiredQuote === null ? 'Choose how to pay.' : 'The last attempt ended. Choose how to pay.';
  }
}

/**
 * How far a seen payment is: '1 of 3 confirmations.' Before that it waits for a block, after that perhaps for its block
 * to be final.
 */
export function confirmationText(transaction: Transaction): string {
  const { block, network, requires_finality } = transaction;
  if (block === null) return network.type === 'UTXO' ? 'Seen, waiting to be mined.' : 'Seen, waiting for a block.';
  const needed = transaction.required_confirmations ?? 1;
  const have = Math.min(transaction.confirmations ?? 0, needed);
  if (have === needed && requires_finality)
    return network.type === 'TRON' ? 'Waiting for a solidified block.' : 'Waiting for its block to be final.';
  return `${have} of ${needed} ${needed === 1 ? 'confirmation' : 'confirmations'}.`;
}

// What a screen reader is told when the state of the payment changes. Countdowns are left out on purpose.
import { isZero } from './figures.ts';
import type { Transaction } from './payment-objects.ts';
import type { Stage } from './stage.ts';

export function announcement(stage: Stage): string {
  switch (stage.kind) {
    case 'paid':
      return 'Payment complete.';
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
      return stage.lapsed === null ? 'Choose how to pay.' : 'The last attempt ended. Choose how to pay.';
  }
}

/** How far a seen payment is: '1 of 3 confirmations.' */
export function confirmationText(transaction: Transaction): string {
  const needed = transaction.required_confirmations ?? 1;
  const have = Math.min(transaction.confirmations ?? 0, needed);
  return `${have} of ${needed} ${needed === 1 ? 'confirmation' : 'confirmations'}.`;
}

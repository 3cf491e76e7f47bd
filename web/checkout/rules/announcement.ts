// The texts that screen readers announce when the state of the payment changes. Countdowns are left out on purpose.

import type { Words } from '../words/words.ts';
import { isZero } from './figures.ts';
import type { Transaction } from './payment-objects.ts';
import type { Stage } from './stage.ts';

export function announcement(stage: Stage, words: Words): string {
  const { announced } = words;
  switch (stage.kind) {
    case 'paid':
      return announced.paid;
    case 'accepted':
      return announced.accepted;
    case 'canceled':
      return announced.canceled;
    case 'expired':
      return announced.expired;
    case 'awaiting':
      return announced.awaiting({
        amount: stage.transaction.amount ?? '',
        coin: stage.transaction.cryptocurrency.symbol,
      });
    case 'sent':
      return stage.sent.waits ? words.sent.found : announced.sent({ network: stage.transaction.network.name });
    case 'failed':
      return words.failed.title;
    case 'partly_paid':
      return `${announced.partPaid} ${announced.partMissing}`;
    case 'confirming': {
      const progress = stage.inFlight.map((one) => confirmationText(one, words)).join(' ');
      const seen = announced.confirming({ progress });
      return isZero(stage.due) ? seen : `${seen} ${announced.partMissing}`;
    }
    case 'choosing':
      return stage.expiredQuote === null ? announced.choosing : announced.choosingAgain;
  }
}

/**
 * Progress of a seen payment: '1 of 3 confirmations.' Before that it waits for a block; after that it may wait until
 * its block is final.
 */
export function confirmationText(transaction: Transaction, { confirming }: Words): string {
  const { block, network, requires_finality } = transaction;
  if (block === null) return network.has_mempool ? confirming.unmined : confirming.noBlock;
  const needed = transaction.required_confirmations ?? 1;
  const have = Math.min(transaction.confirmations ?? 0, needed);
  if (have === needed && requires_finality) return confirming[network.finality_term ?? 'final'];
  return confirming.progress({ have, count: needed });
}

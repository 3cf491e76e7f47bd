// The confirmations of a payment, as a bar and in words.
import { confirmationText } from '../rules/announcement.ts';
import type { Transaction } from '../rules/payment-objects.ts';
import { useWords } from '../words/words.ts';

export function Confirmations({ transaction }: { transaction: Transaction }) {
  const needed = transaction.required_confirmations ?? 1;
  const have = Math.min(transaction.confirmations ?? 0, needed);
  const text = confirmationText(transaction, useWords());
  return (
    <div class="confirmations">
      <progress max={needed} value={have} aria-label={text} />
      <p class="quiet">{text}</p>
    </div>
  );
}

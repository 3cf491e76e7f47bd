// The rest that is still to pay, in the coin of the last payment.
import type { Transaction } from '../../rules/payment-objects.ts';
import { approximateRest } from '../../rules/quote/quote-figures.ts';

/** `due` is in the currency of the invoice. Draws nothing without a seen payment. */
export function LeftInCoin({ due, transactions }: { due: string; transactions: readonly Transaction[] }) {
  const last = transactions.find(({ hash, rate }) => hash !== null && rate !== null);
  const rest = last === undefined ? null : approximateRest(due, last);
  if (last === undefined || rest === null) return null;
  return (
    <p class="quiet state-coins" dir="ltr">
      ≈ {rest} {last.cryptocurrency.symbol}
    </p>
  );
}

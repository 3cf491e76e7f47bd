// More arrived than the total: the excess, and the contact.
import type { Invoice } from '../../rules/payment-objects.ts';
import { fiatDifference } from '../../rules/quote/quote-figures.ts';
import { useWords } from '../../words/words.ts';
import { AskMerchant } from '../states/ask-merchant.tsx';

/** The excess that was not refunded, in the invoice's currency; null if there is none. */
export function overpaidAmount({ status, exceptions, paid, total, refunded }: Invoice): string | null {
  const over = status === 'paid' && exceptions?.includes('overpaid') ? fiatDifference(paid, total) : null;
  return over === null ? null : fiatDifference(over, refunded);
}

export function Overpaid({ invoice, amount }: { invoice: Invoice; amount: string }) {
  const { closed, money } = useWords();
  return (
    <>
      <p>
        <strong>{closed.overpaidTitle}</strong>
        <br />
        {closed.overpaid({ amount: money(amount, invoice.currency) })}
      </p>
      <AskMerchant invoice={invoice} />
    </>
  );
}

// More arrived than the total: the excess, and the contact.
import type { Invoice } from '../../rules/payment-objects.ts';
import { fiatDifference } from '../../rules/quote/quote-figures.ts';
import { useWords } from '../../words/words.ts';
import { AskMerchant } from '../states/ask-merchant.tsx';

/** The excess in the invoice's currency; null if the invoice is not overpaid. */
export function overpaidAmount({ status, exceptions, paid, total }: Invoice): string | null {
  return status === 'paid' && exceptions?.includes('overpaid') ? fiatDifference(paid, total) : null;
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

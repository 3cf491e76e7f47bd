// The merchant's contact as a button, and the invoice's number. No other contact is named, since impostors target
// customers in trouble.
import { CopyButton } from '../../parts/copy-button.tsx';
import type { Invoice } from '../../rules/payment-objects.ts';
import { contactLink } from '../../rules/safe-link.ts';
import { useWords } from '../../words/words.ts';

export function AskMerchant({ invoice }: { invoice: Invoice }) {
  const { ask } = useWords();
  const contact = invoice.support_contact ?? null;
  const link = contact === null ? null : contactLink(contact);
  const href = link?.startsWith('mailto:') ? `${link}?subject=${encodeURIComponent(invoice.id)}` : link;
  return (
    <div class="ask">
      {href && (
        <a class="button secondary" href={href}>
          {ask.merchant}
        </a>
      )}
      {contact !== null && <p class="quiet break">{contact}</p>}
      <p class="ask-number">
        <span class="quiet">{ask.number}</span>
        <span class="mono break" dir="ltr">
          {invoice.id}
        </span>
        <CopyButton text={invoice.id} what={ask.theNumber} />
      </p>
    </div>
  );
}

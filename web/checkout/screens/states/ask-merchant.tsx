// Whom to ask, as a button, and the number to give. Nobody but the merchant is named: customers in trouble are what
// impostors look for.
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

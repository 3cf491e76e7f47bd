// The merchant's contact. No other contact is named, since impostors target customers in trouble.
import type { Invoice } from '../rules/payment-objects.ts';
import { contactLink } from '../rules/safe-link.ts';
import { useWords } from '../words/words.ts';

export function Support({ invoice }: { invoice: Invoice }) {
  const { page } = useWords();
  if (!invoice.support_contact) return null;
  const link = contactLink(invoice.support_contact);
  return (
    <span>
      {page.support({
        contact: link ? <a href={link}>{invoice.support_contact}</a> : invoice.support_contact,
      })}{' '}
    </span>
  );
}

// Where the merchant can be asked. Nobody else is named: customers in trouble are what impostors look for.
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

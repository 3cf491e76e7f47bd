// Every payment that was seen for this invoice.

import { shortHash } from '../rules/address-text.ts';
import { confirmationText } from '../rules/announcement.ts';
import type { Transaction } from '../rules/payment-objects.ts';
import { webLink } from '../rules/safe-link.ts';
import { installments } from '../rules/stage.ts';
import { useWords, type Words } from '../words/words.ts';

export function Installments({ transactions }: { transactions: readonly Transaction[] }) {
  const words = useWords();
  const seen = installments(transactions);
  if (seen.length === 0) return null;
  return (
    <section class="installments" aria-labelledby="installments-title">
      <h2 id="installments-title">{words.payments.title({ count: seen.length })}</h2>
      <ul>
        {seen.map((transaction) => (
          <li key={transaction.id}>
            <span class="installment-amount">
              {transaction.received_amount ?? transaction.amount} {transaction.cryptocurrency.symbol}
              <span class="quiet"> {words.payments.onNetwork({ network: transaction.network.name })}</span>
            </span>
            <span class={`standing ${transaction.status}`}>{standing(transaction, words)}</span>
            <Hash transaction={transaction} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Hash({ transaction }: { transaction: Transaction }) {
  const { payments } = useWords();
  const link = webLink(transaction.explorer_url);
  const text = shortHash(transaction.hash ?? '');
  if (link === null) return <span class="mono quiet">{text}</span>;
  return (
    <a class="mono" href={link} target="_blank" rel="noopener noreferrer">
      {text}
      <span class="off-screen"> {payments.newTab}</span>
    </a>
  );
}

function standing(transaction: Transaction, words: Words): string {
  if (transaction.status === 'success') return words.payments.confirmed;
  if (transaction.status === 'rejected')
    return transaction.reason === 'reorged' ? words.payments.reversed : words.payments.rejected;
  if (transaction.status === 'canceled') return words.payments.canceled;
  return confirmationText(transaction, words).replace(/[.。।]$/, '');
}

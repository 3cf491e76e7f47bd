// Every payment that was seen for this invoice.

import { shortHash } from '../rules/address-text.ts';
import { confirmationText } from '../rules/announcement.ts';
import type { Transaction } from '../rules/payment-objects.ts';
import { webLink } from '../rules/safe-link.ts';
import { installments } from '../rules/stage.ts';

export function Installments({ transactions }: { transactions: readonly Transaction[] }) {
  const seen = installments(transactions);
  if (seen.length === 0) return null;
  return (
    <section class="installments" aria-labelledby="installments-title">
      <h2 id="installments-title">{seen.length === 1 ? 'Your payment' : 'Your payments'}</h2>
      <ul>
        {seen.map((transaction) => (
          <li key={transaction.id}>
            <span class="installment-amount">
              {transaction.received_amount ?? transaction.amount} {transaction.cryptocurrency.symbol}
              <span class="quiet"> on {transaction.network.name}</span>
            </span>
            <span class={`standing ${transaction.status}`}>{standing(transaction)}</span>
            <Hash transaction={transaction} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Hash({ transaction }: { transaction: Transaction }) {
  const link = webLink(transaction.explorer_url);
  const text = shortHash(transaction.hash ?? '');
  if (link === null) return <span class="mono quiet">{text}</span>;
  return (
    <a class="mono" href={link} target="_blank" rel="noopener noreferrer">
      {text}
      <span class="off-screen"> (opens a block explorer in a new tab)</span>
    </a>
  );
}

function standing(transaction: Transaction): string {
  if (transaction.status === 'success') return 'Confirmed';
  if (transaction.status === 'rejected') return 'Did not arrive';
  if (transaction.status === 'canceled') return 'Canceled';
  return confirmationText(transaction).slice(0, -1);
}

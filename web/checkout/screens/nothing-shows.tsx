// For customers who have paid and see nothing: what is normal, and what to tell whom when it is not.
import type { Invoice, Transaction } from '../rules/payment-objects.ts';
import { Support } from './support.tsx';

export function NothingShows({ invoice, transaction }: { invoice: Invoice; transaction: Transaction }) {
  return (
    <details class="nothing-shows">
      <summary>I have paid, but nothing shows</summary>
      <p>
        A payment shows here once {transaction.network.name} has taken it up, which can take some minutes, and longer
        when an exchange sends it. You need not keep this page open, and it is found even after the price has run out.
      </p>
      <p>
        If it does not show within an hour, ask the merchant. <Support invoice={invoice} />
        Give them the transaction hash that your wallet or exchange shows, and this number:{' '}
        <span class="mono break">{transaction.id}</span>
      </p>
    </details>
  );
}

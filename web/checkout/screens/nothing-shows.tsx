// For customers who have paid and see nothing: what is normal, and how to say which payment it was.
import { ClaimForm } from '../parts/claim-form.tsx';
import type { Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';

export function NothingShows({ checkout, transaction }: { checkout: CheckoutState; transaction: Transaction }) {
  return (
    <details class="nothing-shows">
      <summary>I have paid, but nothing shows</summary>
      <p>
        A payment shows here once {transaction.network.name} has taken it up, which can take some minutes, and longer
        when an exchange sends it. You need not keep this page open, and it is found even after the price has run out.
      </p>
      <ClaimForm key={transaction.id} checkout={checkout} transaction={transaction} />
      <p>
        Still nothing? Ask the merchant, and give them the transaction hash and this number:{' '}
        <span class="mono break">{transaction.id}</span>
      </p>
    </details>
  );
}

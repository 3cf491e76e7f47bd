// For customers who have paid and see nothing: what is normal, and how to say which payment it was.
import { ClaimForm } from '../parts/claim-form.tsx';
import type { Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { useWords } from '../words/words.ts';

export function NothingShows({ checkout, transaction }: { checkout: CheckoutState; transaction: Transaction }) {
  const { nothingShows: words } = useWords();
  return (
    <details class="nothing-shows">
      <summary>{words.title}</summary>
      <p>
        {words.normal({ network: transaction.network.name })} {words.normalMore}
      </p>
      <ClaimForm key={transaction.id} checkout={checkout} transaction={transaction} />
      <p>{words.stillNothing({ number: <span class="mono break">{transaction.id}</span> })}</p>
    </details>
  );
}

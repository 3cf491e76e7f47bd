// For customers who have paid: the usual delays, a field for the transaction hash, which some quotes need, and the
// number for the merchant.
import { useContext } from 'preact/hooks';
import { ClaimForm, RefusedHash } from '../parts/claim-form.tsx';
import type { Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { useWords } from '../words/words.ts';

export function NothingShows({ checkout, transaction }: { checkout: CheckoutState; transaction: Transaction }) {
  const { nothingShows: words, claim } = useWords();
  const isByHash = transaction.identified_by === 'hash';
  const isRefused = useContext(RefusedHash) !== null;
  return (
    <details class="nothing-shows" open={isByHash || isRefused}>
      <summary>{isByHash ? claim.afterPaying : words.title}</summary>
      <p>
        {words.normal({ network: transaction.network.name })} {words.normalMore}
      </p>
      <ClaimForm key={transaction.id} checkout={checkout} transaction={transaction} />
      <p>{words.stillNothing({ number: <span class="mono break">{transaction.id}</span> })}</p>
    </details>
  );
}

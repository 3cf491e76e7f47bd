// The one box above any state: the payments that did not arrive as requested, the next step, the field for a
// transaction hash, and the merchant's contact.
import { ClaimForm } from '../../parts/claim-form.tsx';
import type { OpenClaim, Snapshot, WaitingPayment } from '../../rules/payment-objects.ts';
import { claimable } from '../../rules/quote/claimable.ts';
import type { Stage } from '../../rules/stage.ts';
import type { CheckoutState } from '../../use-checkout.ts';
import { useWords } from '../../words/words.ts';
import { NothingShows } from '../nothing-shows.tsx';
import { Support } from '../support.tsx';
import { ClaimItem } from './claim-item.tsx';
import { Overpaid, overpaidAmount } from './overpaid-item.tsx';
import { isUnderpaid, Underpaid } from './underpaid-item.tsx';
import { UnmatchedItem } from './unmatched-item.tsx';

interface Props {
  readonly checkout: CheckoutState;
  readonly snapshot: Snapshot;
  readonly stage: Stage;
  readonly waiting: readonly (OpenClaim | WaitingPayment)[];
}

export function PaymentBox({ checkout, snapshot, stage, waiting }: Props) {
  const { came } = useWords();
  const { invoice, transactions, more_claims: more } = snapshot;
  const claims = waiting.filter((one) => 'hash' in one);
  const others = waiting.filter((one) => 'payment' in one);
  const known = others.filter(({ payment }) => payment !== null);
  // Payments that may be another customer's show no details, so one item covers them.
  const perhaps = known.length + claims.length === 0 ? others.find(({ payment }) => payment === null) : undefined;
  const over = overpaidAmount(invoice);
  if (waiting.length === 0 && over === null && !isUnderpaid(stage)) return null;
  const unseen = claimable(stage, transactions);
  return (
    <div class="notice warning box">
      {claims.map((one) => (
        <ClaimItem key={`${one.hash} ${one.cryptocurrency}`} claim={one} snapshot={snapshot} />
      ))}
      {more !== undefined && <p>{came.moreClaims({ count: more })}</p>}
      {known.map((one) => (
        <UnmatchedItem key={one.id} one={one} snapshot={snapshot} />
      ))}
      {perhaps !== undefined && <UnmatchedItem one={perhaps} snapshot={snapshot} />}
      {isUnderpaid(stage) && <Underpaid transactions={transactions} />}
      {over === null ? <Support invoice={invoice} /> : <Overpaid invoice={invoice} amount={over} />}
      {unseen !== null && perhaps !== undefined && (
        <ClaimForm key={unseen.id} checkout={checkout} transaction={unseen} />
      )}
      {unseen !== null && perhaps === undefined && (
        <NothingShows key={unseen.id} checkout={checkout} transaction={unseen} />
      )}
    </div>
  );
}

// A chain transaction that the customer named for any attempt, and that waits for the merchant's decision or for its
// block.
import { HashLink } from '../../parts/hash-link.tsx';
import type { OpenClaim, Snapshot } from '../../rules/payment-objects.ts';
import { useWords } from '../../words/words.ts';
import { whyItWaits } from './waiting-reason.ts';

export function ClaimItem({ claim, snapshot }: { claim: OpenClaim; snapshot: Snapshot }) {
  const words = useWords();
  const { came } = words;
  const { invoice, transactions } = snapshot;
  const { amount, cryptocurrency: coin, network } = claim;
  const hash = <HashLink hash={claim.hash} url={claim.explorer_url} />;
  const isOwed = invoice.status !== 'paid';
  const named = transactions.find(({ id }) => id === claim.transaction_id);
  if (!amount || !coin)
    return (
      <p>
        {came.awaited({ hash, network })} {isOwed && came.unlessLost}
      </p>
    );
  return (
    <>
      <p>
        <strong>{came.saw({ amount, coin, network })}</strong>{' '}
        {whyItWaits({ reason: claim.reason ?? '', coin, network }, named, words)}
      </p>
      <p>
        {came.inTransaction({ hash })} {isOwed && came.notBefore}
      </p>
    </>
  );
}

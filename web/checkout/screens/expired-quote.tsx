// The price of the last attempt expired; one click requests a new one.
import { Busy } from '../parts/busy.tsx';
import { Notice } from '../parts/notices.tsx';
import type { Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { useWords } from '../words/words.ts';
import { NothingShows } from './nothing-shows.tsx';

interface Props {
  readonly checkout: CheckoutState;
  readonly transaction: Transaction;
  /** Whether its payment was seen, and replaced before it was mined. */
  readonly replaced: boolean;
  readonly busy: boolean;
  /** Otherwise the box above the screen has the form for a transaction hash. */
  readonly isCalm: boolean;
  readonly onAgain: () => void;
}

export function ExpiredQuote({ checkout, transaction, replaced, busy, isCalm, onAgain }: Props) {
  const { expiredQuote: words, choosing } = useWords();
  const coin = transaction.cryptocurrency.symbol;
  return (
    <Notice kind="warning">
      <p>{replaced ? words.replaced({ coin }) : words.ranOut({ coin })}</p>
      <button class={isCalm ? 'secondary small' : 'quiet-link'} type="button" disabled={busy} onClick={onAgain}>
        {busy ? <Busy>{choosing.gettingPrice}</Busy> : words.again({ coin })}
      </button>
      {isCalm && <NothingShows checkout={checkout} transaction={transaction} />}
    </Notice>
  );
}

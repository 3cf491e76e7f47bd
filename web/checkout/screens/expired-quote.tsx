// What became of the last attempt, where it ended by itself.
import { sentHash } from '../outside/sent-payments.ts';
import { Busy } from '../parts/busy.tsx';
import { Notice } from '../parts/notices.tsx';
import { shortHash } from '../rules/address-text.ts';
import type { Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { useWords, type Words } from '../words/words.ts';
import { NothingShows } from './nothing-shows.tsx';

interface Props {
  readonly checkout: CheckoutState;
  readonly transaction: Transaction;
  /** Whether a payment was seen for it, and replaced before it was mined. */
  readonly replaced: boolean;
  readonly busy: boolean;
  readonly onAgain: () => void;
}

export function ExpiredQuote({ checkout, transaction, replaced, busy, onAgain }: Props) {
  const { expiredQuote: words, choosing } = useWords();
  const coin = transaction.cryptocurrency.symbol;
  const sent = transaction.status === 'rejected' ? null : sentHash(transaction.id);
  if (sent !== null) {
    return (
      <Notice kind="warning">
        <p>
          {words.sentUnseen({ hash: <span class="mono">{shortHash(sent)}</span> })} {words.sentUnseenMore}
        </p>
      </Notice>
    );
  }
  return (
    <>
      <Notice kind="warning">
        <p>{whatHappened(transaction, replaced, words)}</p>
        <button class="secondary small" type="button" disabled={busy} onClick={onAgain}>
          {busy ? <Busy>{choosing.gettingPrice}</Busy> : words.again({ coin })}
        </button>
      </Notice>
      {transaction.status !== 'rejected' && <NothingShows checkout={checkout} transaction={transaction} />}
    </>
  );
}

function whatHappened(transaction: Transaction, replaced: boolean, words: Words['expiredQuote']): string {
  const { status, reason } = transaction;
  const coin = transaction.cryptocurrency.symbol;
  if (status !== 'rejected') return replaced ? words.replaced({ coin }) : words.ranOut({ coin });
  if (reason === 'failed_on_chain') return words.failedOnChain;
  if (reason === 'double_spent') return words.doubleSpent;
  if (reason === 'reorged') return words.reorged;
  return words.rejected;
}

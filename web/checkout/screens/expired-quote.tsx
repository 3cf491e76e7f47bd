// What became of the last attempt, where it ended by itself.
import { sentHash } from '../outside/sent-payments.ts';
import { Busy } from '../parts/busy.tsx';
import { Notice } from '../parts/notices.tsx';
import { shortHash } from '../rules/address-text.ts';
import type { Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';
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
  const coin = transaction.cryptocurrency.symbol;
  const sent = transaction.status === 'rejected' ? null : sentHash(transaction.id);
  if (sent !== null) {
    return (
      <Notice kind="warning">
        <p>
          You sent a payment that the network has not shown yet (<span class="mono">{shortHash(sent)}</span>). Do not
          send another one: it will still be found, and this page will show it.
        </p>
      </Notice>
    );
  }
  return (
    <>
      <Notice kind="warning">
        <p>{whatHappened(transaction, replaced)}</p>
        <button class="secondary small" type="button" disabled={busy} onClick={onAgain}>
          {busy ? <Busy>Getting your price…</Busy> : `Get a new price in ${coin}`}
        </button>
      </Notice>
      {transaction.status !== 'rejected' && <NothingShows checkout={checkout} transaction={transaction} />}
    </>
  );
}

function whatHappened({ status, reason, cryptocurrency }: Transaction, replaced: boolean): string {
  if (status !== 'rejected' && replaced)
    return `Your payment was replaced before it was mined by one that does not pay here, and the price in ${cryptocurrency.symbol} ran out.`;
  if (status !== 'rejected')
    return `The price in ${cryptocurrency.symbol} ran out. If you have already sent it, do not send it again: it will still be found, and this page will show it.`;
  if (reason === 'failed_on_chain') return 'Your last payment failed on the network. Nothing was moved but the fee.';
  if (reason === 'double_spent') return 'The coins of your last payment were spent elsewhere, so it did not arrive.';
  if (reason === 'reorged') return 'The network took your last payment back after it was confirmed.';
  return 'Your last payment was not accepted by the network.';
}

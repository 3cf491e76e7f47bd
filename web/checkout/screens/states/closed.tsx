// The screens of an invoice that can no longer be paid: expired or canceled.
import { Confirmations } from '../../parts/confirmations.tsx';
import { isZero } from '../../rules/figures.ts';
import type { Invoice, Transaction } from '../../rules/payment-objects.ts';
import { returnLink } from '../../rules/safe-link.ts';
import type { CheckoutState } from '../../use-checkout.ts';
import { useWords } from '../../words/words.ts';
import { NothingShows } from '../nothing-shows.tsx';
import { AskMerchant } from './ask-merchant.tsx';
import { Ring } from './progress-ring.tsx';

export function Expired(props: {
  checkout: CheckoutState;
  invoice: Invoice;
  inFlight: readonly Transaction[];
  transactions: readonly Transaction[];
  /** Otherwise the box above has the form for a transaction hash. */
  isCalm: boolean;
}) {
  const { invoice, inFlight, isCalm } = props;
  const { closed, money } = useWords();
  const unseen = props.transactions.find((one) => one.hash === null && one.amount !== null);
  return (
    <section class="card closed">
      <Ring look="over" />
      <h1>{closed.expired}</h1>
      {isZero(invoice.paid) ? (
        <p>{closed.expiredUnpaid}</p>
      ) : (
        <p>{closed.expiredPart({ amount: money(invoice.paid, invoice.currency) })}</p>
      )}
      {inFlight.length === 0 ? <p>{closed.expiredSent}</p> : <p>{closed.expiredSeen}</p>}
      {inFlight.map((transaction) => (
        <Confirmations key={transaction.id} transaction={transaction} />
      ))}
      <AskMerchant invoice={invoice} />
      {isCalm && unseen && <NothingShows checkout={props.checkout} transaction={unseen} />}
      <Back url={invoice.cancel_url} />
    </section>
  );
}

export function Canceled({ invoice }: { invoice: Invoice }) {
  const { closed } = useWords();
  return (
    <section class="card closed">
      <Ring look="failed" />
      <h1>{closed.canceled}</h1>
      <p>{closed.canceledMore}</p>
      <AskMerchant invoice={invoice} />
      <Back url={invoice.cancel_url} />
    </section>
  );
}

function Back({ url }: { url: string | null }) {
  const { closed } = useWords();
  const href = returnLink(url);
  if (href === null) return null;
  return (
    <a class="quiet-link" href={href}>
      {closed.back}
    </a>
  );
}

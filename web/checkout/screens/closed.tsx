// The screens on which nothing is left to do.
import type { ComponentChildren } from 'preact';
import { Confirmations } from '../parts/confirmations.tsx';
import { isZero } from '../rules/figures.ts';
import type { Invoice, Transaction } from '../rules/payment-objects.ts';
import { webLink } from '../rules/safe-link.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { useWords } from '../words/words.ts';
import { NothingShows } from './nothing-shows.tsx';
import { Support } from './support.tsx';

export function Paid({ invoice, transactions }: { invoice: Invoice; transactions: readonly Transaction[] }) {
  const words = useWords();
  const back = webLink(invoice.success_url);
  const overpaid = invoice.exceptions?.includes('overpaid') === true;
  const under = transactions.some((one) => one.status === 'processing' && one.hash !== null);
  return (
    <section class="card closed">
      <Mark good />
      <h1>{words.closed.paid}</h1>
      {invoice.exceptions?.includes('settled_manually') ? (
        <p>{words.closed.settled}</p>
      ) : (
        <p>{words.closed.arrived({ amount: words.money(invoice.paid, invoice.currency) })}</p>
      )}
      {overpaid && (
        <p>
          {words.closed.overpaid} <Support invoice={invoice} />
        </p>
      )}
      {under && <p>{words.closed.another}</p>}
      {back && (
        <a class="button primary" href={back}>
          {words.closed.back}
        </a>
      )}
    </section>
  );
}

/** Not paid yet, but that is between the merchant and the chain now. */
export function Accepted({ invoice, inFlight }: { invoice: Invoice; inFlight: readonly Transaction[] }) {
  const words = useWords();
  const back = webLink(invoice.success_url);
  return (
    <section class="card closed">
      <Mark good />
      <h1>{words.closed.accepted}</h1>
      <p>{words.closed.acceptedMore}</p>
      {inFlight.map((transaction) => (
        <Confirmations key={transaction.id} transaction={transaction} />
      ))}
      {back && (
        <a class="button primary" href={back}>
          {words.closed.back}
        </a>
      )}
    </section>
  );
}

export function Expired(props: {
  checkout: CheckoutState;
  invoice: Invoice;
  inFlight: readonly Transaction[];
  transactions: readonly Transaction[];
}) {
  const { invoice, inFlight } = props;
  const words = useWords();
  const unseen = props.transactions.find((one) => one.hash === null && one.amount !== null);
  const back = webLink(invoice.cancel_url);
  return (
    <section class="card closed">
      <Mark />
      <h1>{words.closed.expired}</h1>
      {isZero(invoice.paid) ? (
        <p>{words.closed.expiredUnpaid}</p>
      ) : (
        <p>{words.closed.expiredPart({ amount: words.money(invoice.paid, invoice.currency) })}</p>
      )}
      {inFlight.length === 0 ? <p>{words.closed.expiredSent}</p> : <p>{words.closed.expiredSeen}</p>}
      {inFlight.map((transaction) => (
        <Confirmations key={transaction.id} transaction={transaction} />
      ))}
      {unseen && <NothingShows checkout={props.checkout} transaction={unseen} />}
      <p>
        <Support invoice={invoice} />
        {words.closed.keepNumber({ number: <span class="mono break">{invoice.id}</span> })}
      </p>
      {back && (
        <a class="button secondary" href={back}>
          {words.closed.back}
        </a>
      )}
    </section>
  );
}

export function Canceled({ invoice }: { invoice: Invoice }) {
  const words = useWords();
  const back = webLink(invoice.cancel_url);
  return (
    <section class="card closed">
      <Mark />
      <h1>{words.closed.canceled}</h1>
      <p>{words.closed.canceledMore}</p>
      <p>
        <Support invoice={invoice} />
        {words.closed.invoice({ number: <span class="mono break">{invoice.id}</span> })}
      </p>
      {back && (
        <a class="button secondary" href={back}>
          {words.closed.back}
        </a>
      )}
    </section>
  );
}

export function NotFound() {
  const { closed } = useWords();
  return (
    <Alone title={closed.notFound}>
      <p>{closed.notFoundMore}</p>
    </Alone>
  );
}

export function Unreachable({ problem }: { problem: string }) {
  const { closed } = useWords();
  return (
    <Alone title={closed.unreachable}>
      <p role="alert">{problem}</p>
      <button class="primary" type="button" onClick={() => location.reload()}>
        {closed.tryAgain}
      </button>
    </Alone>
  );
}

function Alone({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <main class="page alone">
      <section class="card closed">
        <Mark />
        <h1>{title}</h1>
        {children}
      </section>
    </main>
  );
}

function Mark({ good }: { good?: boolean }) {
  return (
    <svg class={good ? 'mark good' : 'mark'} viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="22" />
      <path d={good ? 'M14 25l7 7 13-15' : 'M24 13v14M24 33v1'} />
    </svg>
  );
}

// The screens on which nothing is left to do.
import type { ComponentChildren } from 'preact';
import { Confirmations } from '../parts/confirmations.tsx';
import { fiatText, isZero } from '../rules/figures.ts';
import type { Invoice, Transaction } from '../rules/payment-objects.ts';
import { webLink } from '../rules/safe-link.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { NothingShows } from './nothing-shows.tsx';
import { Support } from './support.tsx';

export function Paid({ invoice, transactions }: { invoice: Invoice; transactions: readonly Transaction[] }) {
  const back = webLink(invoice.success_url);
  const overpaid = invoice.exceptions?.includes('overpaid') === true;
  const under = transactions.some((one) => one.status === 'processing' && one.hash !== null);
  return (
    <section class="card closed">
      <Mark good />
      <h1>Paid, thank you</h1>
      {invoice.exceptions?.includes('settled_manually') ? (
        <p>The merchant has accepted this invoice as paid. Nothing more is to be done.</p>
      ) : (
        <p>{fiatText(invoice.paid, invoice.currency)} has arrived and is confirmed. Nothing more is to be done.</p>
      )}
      {overpaid && (
        <p>
          More came than was owed. Ask the merchant for the difference.
          <Support invoice={invoice} />
        </p>
      )}
      {under && <p>Another payment of yours is still being confirmed.</p>}
      {back && (
        <a class="button primary" href={back}>
          Return to the merchant
        </a>
      )}
    </section>
  );
}

/** Not paid yet, but that is between the merchant and the chain now. */
export function Accepted({ invoice, inFlight }: { invoice: Invoice; inFlight: readonly Transaction[] }) {
  const back = webLink(invoice.success_url);
  return (
    <section class="card closed">
      <Mark good />
      <h1>Payment accepted</h1>
      <p>
        The merchant has accepted your payment and waits for its confirmation without you. Nothing more is to be done;
        you may leave this page.
      </p>
      {inFlight.map((transaction) => (
        <Confirmations key={transaction.id} transaction={transaction} />
      ))}
      {back && (
        <a class="button primary" href={back}>
          Return to the merchant
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
  const unseen = props.transactions.find((one) => one.hash === null && one.amount !== null);
  const back = webLink(invoice.cancel_url);
  return (
    <section class="card closed">
      <Mark />
      <h1>The time to pay is over</h1>
      {isZero(invoice.paid) ? (
        <p>Please do not send anything any more. Ask the merchant for a new invoice.</p>
      ) : (
        <p>
          {fiatText(invoice.paid, invoice.currency)} arrived in time and is kept on record with the merchant. Please do
          not send more; ask the merchant how to go on.
        </p>
      )}
      {inFlight.length === 0 ? (
        <p>If you have already sent a payment, it will still be found and shown here.</p>
      ) : (
        <p>A payment of yours was seen and is being confirmed:</p>
      )}
      {inFlight.map((transaction) => (
        <Confirmations key={transaction.id} transaction={transaction} />
      ))}
      {unseen && <NothingShows checkout={props.checkout} transaction={unseen} />}
      <p>
        <Support invoice={invoice} />
        For questions, keep this number at hand: <span class="mono break">{invoice.id}</span>
      </p>
      {back && (
        <a class="button secondary" href={back}>
          Return to the merchant
        </a>
      )}
    </section>
  );
}

export function Canceled({ invoice }: { invoice: Invoice }) {
  const back = webLink(invoice.cancel_url);
  return (
    <section class="card closed">
      <Mark />
      <h1>This invoice was canceled</h1>
      <p>Please do not send anything. If you already have, contact the merchant.</p>
      <p>
        <Support invoice={invoice} />
        Invoice <span class="mono break">{invoice.id}</span>
      </p>
      {back && (
        <a class="button secondary" href={back}>
          Return to the merchant
        </a>
      )}
    </section>
  );
}

export function NotFound() {
  return (
    <Alone title="No invoice here">
      <p>This address leads to no invoice. Check that the link from the merchant is complete.</p>
    </Alone>
  );
}

export function Unreachable({ problem }: { problem: string }) {
  return (
    <Alone title="This cannot be shown right now">
      <p role="alert">{problem}</p>
      <button class="primary" type="button" onClick={() => location.reload()}>
        Try again
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

// The screens of a finished payment: everything is confirmed, or the merchant accepted it before that.

import { Confirmations } from '../../parts/confirmations.tsx';
import { isZero } from '../../rules/figures.ts';
import type { Invoice, Transaction } from '../../rules/payment-objects.ts';
import { payAddress } from '../../start/public-path.ts';
import { useWords } from '../../words/words.ts';
import { overpaidAmount } from '../payment-box/overpaid-item.tsx';
import { Ring } from './progress-ring.tsx';
import { ReturnLink } from './return-link.tsx';

interface Props {
  readonly invoice: Invoice;
  readonly transactions: readonly Transaction[];
  /**
   * Whether the payment arrived while this page was open, and the customer can leave without reading anything else
   * first.
   */
  readonly mayReturn: boolean;
}

export function Paid({ invoice, transactions, mayReturn }: Props) {
  const { closed, receipt, money } = useWords();
  const exceptions = invoice.exceptions ?? [];
  const isOver = overpaidAmount(invoice) !== null;
  const isByHand = exceptions.includes('settled_manually');
  const under = transactions.some((one) => one.status === 'processing' && one.hash !== null);
  const counted = transactions.filter((one) => one.status === 'success');
  return (
    <section class="card closed">
      <Ring look="good" />
      <h1>{closed.paid}</h1>
      {!isByHand && <p class="state-fiat">{money(invoice.paid, invoice.currency)}</p>}
      {!isByHand && counted.length > 0 && (
        <p class="quiet state-coins" dir="ltr">
          {counted.map(coinsOf).join(' + ')}
        </p>
      )}
      {!isZero(invoice.refunded) && (
        <p>
          {receipt.refunded} <strong>{money(invoice.refunded, invoice.currency)}</strong>
        </p>
      )}
      {isByHand && <p>{closed.settled}</p>}
      {exceptions.includes('paid_late') && <p>{closed.paidLate}</p>}
      {under && <p>{closed.another}</p>}
      <ReturnLink url={invoice.success_url} byItself={mayReturn && !isOver && !under} />
      {counted.length > 0 && (
        <a class="quiet-link" href={`${payAddress(invoice.id)}/receipt`}>
          {closed.receipt}
        </a>
      )}
    </section>
  );
}

function coinsOf({ received_amount, amount, cryptocurrency }: Transaction): string {
  return `${received_amount ?? amount} ${cryptocurrency.symbol}`;
}

/** The payment is accepted, but not confirmed yet. */
export function Accepted({ invoice, inFlight }: { invoice: Invoice; inFlight: readonly Transaction[] }) {
  const { closed } = useWords();
  return (
    <section class="card closed">
      <Ring look="good" />
      <h1>{closed.accepted}</h1>
      <p>{closed.acceptedMore}</p>
      {inFlight.map((transaction) => (
        <Confirmations key={transaction.id} transaction={transaction} />
      ))}
      <ReturnLink url={invoice.success_url} byItself={false} />
    </section>
  );
}

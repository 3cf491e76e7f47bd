// Money was seen: how far it is, and what will be left to pay.

import { Confirmations } from '../parts/confirmations.tsx';
import { Notice } from '../parts/notices.tsx';
import { fiatText, isZero, shortfall } from '../rules/figures.ts';
import type { Invoice, Transaction } from '../rules/payment-objects.ts';

interface Props {
  readonly invoice: Invoice;
  readonly inFlight: readonly Transaction[];
  readonly due: string;
  readonly onPayRest: () => void;
}

export function Confirming({ invoice, inFlight, due, onPayRest }: Props) {
  const covered = isZero(due);
  return (
    <section class="card">
      <h1>{covered ? 'Payment seen' : 'Part of it was seen'}</h1>
      <p>
        {covered
          ? 'Your payment is on its way and being confirmed. You may close this page, the merchant will hear of it.'
          : `${fiatText(due, invoice.currency)} is still to be paid.`}
      </p>
      {inFlight.map((transaction) => (
        <div key={transaction.id} class="in-flight">
          <p class="amount">
            {transaction.received_amount ?? transaction.amount}{' '}
            <span class="unit">{transaction.cryptocurrency.symbol}</span>
          </p>
          <Confirmations transaction={transaction} />
          <Missing transaction={transaction} />
        </div>
      ))}
      {!covered && (
        <button class="primary" type="button" onClick={onPayRest}>
          Pay the rest
        </button>
      )}
    </section>
  );
}

function Missing({ transaction }: { transaction: Transaction }) {
  const missing = shortfall(transaction.amount, transaction.received_amount);
  if (missing === null) return null;
  return (
    <Notice kind="warning">
      {missing} {transaction.cryptocurrency.symbol} less than asked for came. Exchanges and some wallets take their fee
      out of what they send.
    </Notice>
  );
}

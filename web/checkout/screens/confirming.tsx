// Money was seen: how far it is, and what will be left to pay.

import { Confirmations } from '../parts/confirmations.tsx';
import { Notice } from '../parts/notices.tsx';
import { isZero, shortfall } from '../rules/figures.ts';
import type { Invoice, Transaction } from '../rules/payment-objects.ts';
import { useWords } from '../words/words.ts';

interface Props {
  readonly invoice: Invoice;
  readonly inFlight: readonly Transaction[];
  readonly due: string;
  readonly onPayRest: () => void;
}

export function Confirming({ invoice, inFlight, due, onPayRest }: Props) {
  const covered = isZero(due);
  const words = useWords();
  return (
    <section class="card">
      <h1>{covered ? words.confirming.title : words.confirming.titlePart}</h1>
      <p>{covered ? words.confirming.covered : words.confirming.due({ amount: words.money(due, invoice.currency) })}</p>
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
          {words.confirming.payRest}
        </button>
      )}
    </section>
  );
}

function Missing({ transaction }: { transaction: Transaction }) {
  const words = useWords();
  const missing = shortfall(transaction.amount, transaction.received_amount);
  if (missing === null) return null;
  return (
    <Notice kind="warning">
      {words.confirming.missing({ amount: missing, coin: transaction.cryptocurrency.symbol })}
    </Notice>
  );
}

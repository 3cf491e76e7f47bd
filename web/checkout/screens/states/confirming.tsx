// A payment was seen: its confirmations, and the rest that is still to pay.

import { Confirmations } from '../../parts/confirmations.tsx';
import { Notice } from '../../parts/notices.tsx';
import { confirmationText } from '../../rules/announcement.ts';
import { isZero } from '../../rules/figures.ts';
import type { Invoice, Snapshot, Transaction } from '../../rules/payment-objects.ts';
import { depthOf, usualSeconds } from '../../rules/quote/confirmation-progress.ts';
import { shortfall } from '../../rules/quote/quote-figures.ts';
import { durationText } from '../../words/measure-text.ts';
import { useWords } from '../../words/words.ts';
import { Ring } from './progress-ring.tsx';

interface Props {
  readonly invoice: Invoice;
  readonly inFlight: readonly Transaction[];
  readonly due: string;
  readonly blockSeconds: Snapshot['block_seconds'];
  readonly onPayRest: () => void;
}

export function Confirming({ invoice, inFlight, due, blockSeconds, onPayRest }: Props) {
  const { confirming, money } = useWords();
  const covered = isZero(due);
  const [first, ...others] = inFlight;
  return (
    <section class="card closed">
      <h1>{covered ? confirming.title : confirming.titlePart}</h1>
      {first !== undefined && others.length === 0 && <Depth transaction={first} {...{ invoice, blockSeconds }} />}
      {others.length > 0 &&
        inFlight.map((transaction) => (
          <div key={transaction.id} class="in-flight">
            <Received transaction={transaction} />
            <Confirmations transaction={transaction} />
          </div>
        ))}
      {inFlight.map((transaction) => (
        <Missing key={transaction.id} transaction={transaction} />
      ))}
      {covered ? <p>{confirming.covered}</p> : <p>{confirming.due({ amount: money(due, invoice.currency) })}</p>}
      {!covered && (
        <button class="primary" type="button" onClick={onPayRest}>
          {confirming.payRest}
        </button>
      )}
    </section>
  );
}

/** One payment, as a ring that fills with each confirmation. */
function Depth(props: { transaction: Transaction; invoice: Invoice; blockSeconds: Snapshot['block_seconds'] }) {
  const { transaction, invoice, blockSeconds } = props;
  const words = useWords();
  const { have, needed } = depthOf(transaction);
  const usual = usualSeconds(transaction, blockSeconds);
  const text = confirmationText(transaction, words);
  return (
    <>
      <Ring look={transaction.block === null ? 'waits' : 'counts'} have={have} needed={needed} label={text}>
        {transaction.block !== null && (
          <strong aria-hidden="true">
            {have}/{needed}
          </strong>
        )}
      </Ring>
      <Received transaction={transaction} />
      {!isZero(invoice.pending) && <p class="quiet state-coins">≈ {words.money(invoice.pending, invoice.currency)}</p>}
      <p class="quiet">
        {text} {usual !== null && words.confirming.usually({ time: durationText(usual, words.language) })}
      </p>
    </>
  );
}

function Received({ transaction }: { transaction: Transaction }) {
  return (
    <p class="amount" dir="ltr">
      {transaction.received_amount ?? transaction.amount} <span class="unit">{transaction.cryptocurrency.symbol}</span>
    </p>
  );
}

function Missing({ transaction }: { transaction: Transaction }) {
  const { confirming } = useWords();
  const amount = shortfall(transaction.amount, transaction.received_amount);
  if (amount === null) return null;
  const coin = transaction.cryptocurrency.symbol;
  return <Notice kind="warning">{confirming.missing({ amount, coin })}</Notice>;
}

// A payment was seen: its confirmations, and the rest that is still to pay.

import { Confirmations } from '../../parts/confirmations.tsx';
import { PayButton } from '../../parts/pay-anyway.tsx';
import { confirmationText } from '../../rules/announcement.ts';
import { isZero } from '../../rules/figures.ts';
import type { Invoice, Snapshot, Transaction } from '../../rules/payment-objects.ts';
import { depthOf, usualSeconds } from '../../rules/quote/confirmation-progress.ts';
import type { Stage } from '../../rules/stage.ts';
import { durationText } from '../../words/measure-text.ts';
import { useWords } from '../../words/words.ts';
import { LeftInCoin } from './left-in-coin.tsx';
import { Ring } from './progress-ring.tsx';

interface Props {
  readonly invoice: Invoice;
  readonly stage: Stage & { readonly kind: 'confirming' };
  readonly blockSeconds: Snapshot['block_seconds'];
  /** Otherwise the button is a quiet link. */
  readonly isCalm: boolean;
  readonly onPayRest: () => void;
}

export function Confirming({ invoice, stage, blockSeconds, isCalm, onPayRest }: Props) {
  const { confirming, money } = useWords();
  const { inFlight, due } = stage;
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
      {covered ? (
        <p>{confirming.covered}</p>
      ) : (
        <>
          <p>{confirming.due({ amount: money(due, invoice.currency) })}</p>
          <LeftInCoin due={due} transactions={inFlight} />
          <PayButton isCalm={isCalm} onClick={onPayRest}>
            {confirming.payRest}
          </PayButton>
        </>
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

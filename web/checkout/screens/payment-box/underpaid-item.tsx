// Less arrived than was requested: the amount that arrived, the missing amount, and that the rest can be paid.
import { isZero } from '../../rules/figures.ts';
import type { Transaction } from '../../rules/payment-objects.ts';
import { shortfall } from '../../rules/quote/quote-figures.ts';
import type { Stage } from '../../rules/stage.ts';
import { useWords } from '../../words/words.ts';

export function isUnderpaid(stage: Stage): boolean {
  return stage.kind === 'partly_paid' || (stage.kind === 'confirming' && !isZero(stage.due));
}

export function Underpaid({ transactions }: { transactions: readonly Transaction[] }) {
  const { page, partlyPaid } = useWords();
  const short = transactions.filter((one) => missingOf(one) !== null);
  return (
    <>
      {short.length === 0 && (
        <p>
          <strong>{page.titlePartPaid}</strong>
        </p>
      )}
      {short.map((one) => (
        <Short key={one.id} transaction={one} />
      ))}
      <p>{partlyPaid.more}</p>
    </>
  );
}

function Short({ transaction }: { transaction: Transaction }) {
  const { page, came, confirming } = useWords();
  const { cryptocurrency, network, received_amount: received } = transaction;
  const coin = cryptocurrency.symbol;
  return (
    <p>
      <strong>{page.titlePartPaid}</strong>
      <br />
      {came.saw({ amount: received ?? '', coin, network: network.name })}{' '}
      {confirming.missing({ amount: missingOf(transaction) ?? '', coin })}
    </p>
  );
}

/** The amount of the quote that has not arrived; null if nothing was seen, or nothing is missing. */
function missingOf({ status, hash, amount, received_amount: received }: Transaction): string | null {
  const counts = hash !== null && (status === 'processing' || status === 'success');
  return counts ? shortfall(amount, received) : null;
}

// A part is confirmed and no payment is under way: the paid amount, the rest, and one button.
import { PayButton } from '../../parts/pay-anyway.tsx';
import { paidPercent } from '../../rules/figures.ts';
import type { Invoice, Transaction } from '../../rules/payment-objects.ts';
import { percentText } from '../../words/measure-text.ts';
import { useWords } from '../../words/words.ts';
import { LeftInCoin } from './left-in-coin.tsx';
import { Ring } from './progress-ring.tsx';

interface Props {
  readonly invoice: Invoice;
  readonly transactions: readonly Transaction[];
  readonly due: string;
  /** Otherwise the button is a quiet link. */
  readonly isCalm: boolean;
  readonly onPayRest: () => void;
}

export function PartlyPaid({ invoice, transactions, due, isCalm, onPayRest }: Props) {
  const { partlyPaid, confirming, money, language } = useWords();
  const { paid } = paidPercent(invoice);
  const title = partlyPaid.title({
    paid: money(invoice.paid, invoice.currency),
    left: money(due, invoice.currency),
  });
  return (
    <section class="card closed">
      <Ring look="counts" have={paid} needed={100} label={title}>
        <strong aria-hidden="true">{percentText(paid, language)}</strong>
      </Ring>
      <h1>{title}</h1>
      <LeftInCoin due={due} transactions={transactions} />
      <PayButton isCalm={isCalm} onClick={onPayRest}>
        {confirming.payRest}
      </PayButton>
    </section>
  );
}

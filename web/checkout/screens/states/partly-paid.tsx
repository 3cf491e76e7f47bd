// A part is confirmed and no payment is under way: the paid amount, the rest, and one button.
import { paidPercent } from '../../rules/figures.ts';
import type { Invoice } from '../../rules/payment-objects.ts';
import { percentText } from '../../words/measure-text.ts';
import { useWords } from '../../words/words.ts';
import { Ring } from './progress-ring.tsx';

export function PartlyPaid({ invoice, due, onPayRest }: { invoice: Invoice; due: string; onPayRest: () => void }) {
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
      <p>{partlyPaid.more}</p>
      <button class="primary" type="button" onClick={onPayRest}>
        {confirming.payRest}
      </button>
    </section>
  );
}

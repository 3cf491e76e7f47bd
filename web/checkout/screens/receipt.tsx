// The order and its total, drawn as a paper receipt.
import { useFold } from '../parts/use-fold.ts';
import { isZero, lineTotal, paidPercent, stillDue } from '../rules/figures.ts';
import type { Invoice, Merchant, Order } from '../rules/payment-objects.ts';
import { ownImage } from '../rules/safe-link.ts';
import { useWords } from '../words/words.ts';

/** Folded into one line on a small screen; see style/receipt.css. */
export function Receipt(props: { invoice: Invoice; merchant: Merchant | null; stamped: boolean }) {
  const { invoice, merchant, stamped } = props;
  const { receipt, money } = useWords();
  const origin = globalThis.location?.origin ?? new URL(invoice.checkout_url).origin;
  const image = ownImage(invoice.branding?.logo ?? merchant?.image, origin);
  const total = money(invoice.total, invoice.currency);
  return (
    <aside class="receipt" aria-label={receipt.label}>
      <details class="slip" ref={useFold('(max-width: 55.99rem)')}>
        <summary>
          {image && <img class="merchant-image" src={image} alt="" width="32" height="32" />}
          <span class="merchant-name">{merchant?.name ?? '\u00a0'}</span>
          <strong class="bar-total">{total}</strong>
        </summary>
        <div class="slip-body">
          {invoice.order?.reference && <p class="quiet">{receipt.reference({ reference: invoice.order.reference })}</p>}
          <p class="receipt-total">
            <span class="quiet">{receipt.total}</span>
            <strong>{total}</strong>
          </p>
          <Progress invoice={invoice} />
          {invoice.order && <OrderLines order={invoice.order} invoice={invoice} />}
        </div>
      </details>
      {stamped && (
        <p class="stamp" aria-hidden="true">
          {receipt.stamp}
        </p>
      )}
    </aside>
  );
}

function Progress({ invoice }: { invoice: Invoice }) {
  const words = useWords();
  if (isZero(invoice.paid) && isZero(invoice.pending)) return null;
  const { paid, pending } = paidPercent(invoice);
  const due = stillDue(invoice);
  const text = (amount: string) => words.money(amount, invoice.currency);
  return (
    <div class="balance">
      <svg class="balance-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar-ground" width="100" height="4" />
        <rect class="bar-pending" width={paid + pending} height="4" />
        <rect class="bar-paid" width={paid} height="4" />
      </svg>
      <dl>
        {!isZero(invoice.paid) && <Line name={words.receipt.paid} value={text(invoice.paid)} />}
        {!isZero(invoice.refunded) && <Line name={words.receipt.refunded} value={text(invoice.refunded)} />}
        {!isZero(invoice.pending) && <Line name={words.receipt.pending} value={text(invoice.pending)} />}
        {!isZero(due) && invoice.status !== 'paid' && <Line name={words.receipt.due} value={text(due)} strong />}
      </dl>
    </div>
  );
}

function OrderLines({ order, invoice: { currency, total } }: { order: Order; invoice: Invoice }) {
  const { receipt, money, number } = useWords();
  const items = order.items ?? [];
  const extras = [
    [receipt.discount, order.discount, '−'],
    [receipt.shipping, order.shipping, ''],
    [receipt.tax, order.tax, ''],
  ] as const;
  if (items.length === 0) return order.description ? <p class="description">{order.description}</p> : null;
  return (
    <details class="order" open={items.length <= 8}>
      <summary>{receipt.items({ count: items.length })}</summary>
      {order.description && <p class="description">{order.description}</p>}
      <dl>
        {items.map((item, index) => (
          <Line
            key={index}
            name={item.name}
            note={
              String(item.quantity ?? 1) === '1' ? null : `${number(item.quantity)} × ${money(item.price, currency)}`
            }
            value={money(lineTotal(item, total) ?? item.price, currency)}
          />
        ))}
        {extras.map(
          ([name, amount, sign]) =>
            amount && !isZero(amount) && <Line key={name} name={name} value={sign + money(amount, currency)} />,
        )}
      </dl>
    </details>
  );
}

function Line(props: { name: string; value: string; note?: string | null; strong?: boolean }) {
  return (
    <div class={props.strong ? 'line strong' : 'line'}>
      <dt>
        {props.name}
        {props.note && <span class="quiet"> {props.note}</span>}
      </dt>
      <dd>{props.value}</dd>
    </div>
  );
}

// The printable receipt: the order, the payments, their times and rates, and their chain transactions.
import type { CheckoutSeed } from '../browser/seed.ts';
import { isZero, lineTotal } from '../rules/figures.ts';
import type { Invoice, Transaction } from '../rules/payment-objects.ts';
import { contactLink, ownImage, webLink } from '../rules/safe-link.ts';
import { payAddress } from '../start/public-path.ts';
import { useWords } from '../words/words.ts';

/** `origin` is the service's own. */
export function PrintedReceipt({ seed, origin }: { seed: CheckoutSeed; origin: string }) {
  const { invoice, app } = seed;
  const { printed: words, receipt, money, language } = useWords();
  const image = ownImage(invoice.branding?.logo ?? app.image, origin);
  const paid = seed.transactions.filter((one) => one.status === 'success');
  const isTest = paid.some(({ network }) => network.test);
  return (
    <main class="slip">
      <header>
        {image && <img src={image} alt="" width="56" height="56" />}
        <div>
          <p class="shop">{app.name}</p>
          {invoice.support_contact && <Contact contact={invoice.support_contact} />}
        </div>
      </header>
      <h1>{invoice.status === 'paid' ? words.title : words.titlePart}</h1>
      {isTest && <p class="test">{words.test}</p>}
      <p class="sum">
        <span>{invoice.status === 'paid' ? words.paid : words.paidSoFar}</span>
        <strong>{money(invoice.paid, invoice.currency)}</strong>
      </p>
      <dl class="facts">
        {invoice.order?.reference && <Fact name={words.order} value={invoice.order.reference} />}
        <Fact name={words.invoice} value={invoice.id} isCode />
        {invoice.paid_at && <Fact name={words.paidOn} value={timeText(invoice.paid_at, language)} />}
        <Fact name={words.total} value={money(invoice.total, invoice.currency)} />
        {!isZero(invoice.refunded) && (
          <Fact name={receipt.refunded} value={money(invoice.refunded, invoice.currency)} />
        )}
        {!isZero(invoice.remaining) && <Fact name={words.due} value={money(invoice.remaining, invoice.currency)} />}
      </dl>
      <OrderLines invoice={invoice} />
      {paid.length > 0 && (
        <section>
          <h2>{paid.length === 1 ? words.payment : words.payments}</h2>
          {paid.map((transaction) => (
            <Payment key={transaction.id} transaction={transaction} currency={invoice.currency} />
          ))}
        </section>
      )}
      {invoice.exceptions?.includes('settled_manually') && <p>{words.settled}</p>}
      <p class="screen-only">
        <a href={payAddress(invoice.id)}>{words.back}</a>
      </p>
    </main>
  );
}

function Contact({ contact }: { contact: string }) {
  const link = contactLink(contact);
  return <p class="soft">{link ? <a href={link}>{contact}</a> : contact}</p>;
}

function Fact({ name, value, isCode }: { name: string; value: string; isCode?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={isCode ? 'code' : undefined}>{value}</dd>
    </div>
  );
}

function OrderLines({ invoice: { order, currency, total } }: { invoice: Invoice }) {
  const { printed: words, receipt, money, number } = useWords();
  const items = order?.items ?? [];
  const extras = [
    [receipt.discount, order?.discount, '−'],
    [receipt.shipping, order?.shipping, ''],
    [receipt.tax, order?.tax, ''],
  ] as const;
  if (items.length === 0) return order?.description ? <p>{order.description}</p> : null;
  return (
    <section>
      <h2>{words.bought}</h2>
      {order?.description && <p>{order.description}</p>}
      <dl class="facts lines">
        {items.map((item, index) => (
          <Fact
            key={index}
            name={
              String(item.quantity ?? 1) === '1'
                ? item.name
                : words.quantity({ quantity: number(item.quantity), name: item.name })
            }
            value={money(lineTotal(item, total) ?? item.price, currency)}
          />
        ))}
        {extras.map(
          ([name, amount, sign]) =>
            amount && !isZero(amount) && <Fact key={name} name={name} value={sign + money(amount, currency)} />,
        )}
      </dl>
    </section>
  );
}

function Payment({ transaction, currency }: { transaction: Transaction; currency: string }) {
  const { cryptocurrency, network, hash } = transaction;
  const { printed: words, money, language } = useWords();
  const link = webLink(transaction.explorer_url);
  const rate = words.rateOf({ coin: cryptocurrency.symbol, price: money(transaction.rate, currency) });
  return (
    <dl class="facts">
      <Fact
        name={words.onNetwork({ coin: cryptocurrency.symbol, network: network.name })}
        value={`${transaction.received_amount ?? transaction.amount} ${cryptocurrency.symbol}`}
      />
      <Fact name={words.rate} value={rate} />
      <Fact name={words.confirmed} value={timeText(transaction.updated_at, language)} />
      {hash && (
        <div>
          <dt>{words.hash}</dt>
          <dd class="code">{link ? <a href={link}>{hash}</a> : hash}</dd>
        </div>
      )}
    </dl>
  );
}

/** An RFC 3339 time in UTC, since a printed page has no time zone. */
function timeText(time: string, language: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(language, format).format(new Date(time))} UTC`;
}

/** The colours of our pages, without the page's background. */
export const printedStyle = [
  ':root{color-scheme:light dark;--paper:#f4f2ec;--sheet:#fff;--ink:#191c19;--soft:#5a605a;--line:#dcd9cf;',
  '--accent:#0b6b4d;--warn:#7a4b00}',
  '@media (prefers-color-scheme:dark){:root{--paper:#131613;--sheet:#1c201d;--ink:#eceee9;--soft:#a7aea6;',
  '--line:#343a35;--accent:#56c596;--warn:#f0c36b}}',
  '*{box-sizing:border-box}',
  'body{margin:0;padding:32px 16px;background:var(--paper);color:var(--ink);font:15px/1.45 system-ui,sans-serif}',
  '.slip{max-width:36rem;margin:0 auto;padding:24px;background:var(--sheet);border-radius:14px;display:grid;gap:16px}',
  'h1,h2,p,dl,dd{margin:0}',
  'h1{font-size:22px;line-height:1.15;font-weight:600}',
  'h2{font-size:15px;font-weight:600;margin-bottom:8px}',
  'a{color:var(--accent);text-underline-offset:.2em}',
  'header{display:flex;gap:16px;align-items:center}',
  'img{border-radius:10px;object-fit:cover}',
  '.shop{font-size:17px;font-weight:600;overflow-wrap:anywhere}',
  '.soft,dt{color:var(--soft)}',
  '.test{color:var(--warn)}',
  '.sum{display:flex;justify-content:space-between;align-items:baseline;gap:16px;padding-block:16px;',
  'border-block:1px dashed var(--line)}',
  '.sum strong{font-size:40px;line-height:1.15;font-weight:600;',
  'font-variant-numeric:tabular-nums;overflow-wrap:anywhere}',
  'section{border-top:1px dashed var(--line);padding-top:16px}',
  '.facts+.facts{margin-top:16px;padding-top:16px;border-top:1px solid var(--line)}',
  '.facts>div{display:flex;justify-content:space-between;gap:16px;padding:4px 0;break-inside:avoid}',
  'dt{flex:none;max-width:60%;overflow-wrap:anywhere}',
  'dd{text-align:end;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}',
  '.code{font-family:ui-monospace,Menlo,monospace;font-size:14px;direction:ltr}',
  '.lines{margin-top:8px}',
  '@media print{:root{color-scheme:light;--paper:#fff;--sheet:#fff;--ink:#000;--soft:#444;--line:#999;--accent:#000;',
  '--warn:#000}body{padding:0}.slip{max-width:none;padding:0}.screen-only{display:none}@page{margin:18mm}}',
].join('');

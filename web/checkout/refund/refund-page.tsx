// The customer's page of a refund: the amount on one side, the address and its progress on the other.
import { exchangeName } from '../offers/exchange-names.ts';
import { HashLink } from '../parts/hash-link.tsx';
import { LanguageSwitch } from '../parts/language-switch.tsx';
import { TestRibbon } from '../parts/notices.tsx';
import { contactLink, ownImage } from '../rules/safe-link.ts';
import { Ring } from '../screens/states/progress-ring.tsx';
import { useWords } from '../words/words.ts';
import { AddressForms } from './address-forms.tsx';
import { type Refund, type RefundData, type RefusedForm, useRefundWords } from './refund-data.ts';

interface Props {
  readonly data: RefundData;
  readonly refused: RefusedForm | null;
  /** The page's own URL. */
  readonly here: URL;
}

/** Whether the state can still change without the customer. */
export function isFollowed({ status }: Refund): boolean {
  return status === 'ready' || status === 'seen';
}

export function RefundPage({ data, refused, here }: Props) {
  const { refund } = data;
  const network = exchangeName({ symbol: refund.network, name: refund.network_name });
  return (
    <>
      {data.test && <TestRibbon />}
      <div class="page">
        <Slip data={data} network={network} origin={here.origin} />
        <main class="steps" tabIndex={-1} data-state={refund.status}>
          <p class="off-screen" role="status" />
          {refused?.code === 'address_given' && <Given data={data} />}
          <State data={data} network={network} refused={refused} />
          {isFollowed(refund) && <Reload here={here} />}
        </main>
      </div>
      <LanguageSwitch />
    </>
  );
}

function Slip({ data, network, origin }: { data: RefundData; network: string; origin: string }) {
  const { refund, shop, branding, reference } = data;
  const { page } = useRefundWords();
  const words = useWords();
  const image = ownImage(branding.logo ?? shop.image, origin);
  const price = words.money(refund.fiat_value, refund.currency);
  return (
    <aside class="receipt" aria-label={page.title}>
      <details class="slip" open>
        <summary>
          {image && <img class="merchant-image" src={image} alt="" width="32" height="32" />}
          <span class="merchant-name">{shop.name}</span>
          <strong class="bar-total">{price}</strong>
        </summary>
        <div class="slip-body">
          {reference && <p class="quiet">{words.receipt.reference({ reference })}</p>}
          <p class="receipt-total">
            <span class="quiet">{page.title}</span>
            <strong>{price}</strong>
          </p>
          <dl class="order">
            {refund.amount && (
              <div class="line">
                <dt>{page.amount}</dt>
                <dd dir="ltr">
                  {refund.amount} {refund.cryptocurrency}
                </dd>
              </div>
            )}
            <div class="line">
              <dt class="quiet">{words.printed.onNetwork({ coin: refund.cryptocurrency, network })}</dt>
            </div>
          </dl>
        </div>
      </details>
    </aside>
  );
}

function State({ data, network, refused }: Omit<Props, 'here'> & { network: string }) {
  const { refund, shop } = data;
  const { page } = useRefundWords();
  const { money } = useWords();
  switch (refund.status) {
    case 'awaiting_address': {
      const price = money(refund.fiat_value, refund.currency);
      return (
        <section class="card">
          <h1>{page.askTitle}</h1>
          <p>{page.ask({ shop: shop.name, price, coin: refund.cryptocurrency, network })}</p>
          {refund.exceeds_paid && <Held shop={shop.name} />}
          <AddressForms data={data} network={network} refused={refused} />
          <Contact data={data} />
        </section>
      );
    }
    case 'ready':
      return (
        <section class="card closed">
          <Ring look="waits" />
          <h1>{page.readyTitle}</h1>
          {refund.exceeds_paid ? <Held shop={shop.name} /> : <p>{page.ready({ shop: shop.name })}</p>}
          <Facts refund={refund} network={network} />
          <p class="quiet">{page.wrong}</p>
          <Contact data={data} />
        </section>
      );
    case 'seen':
      return (
        <section class="card closed">
          <Depth refund={refund} />
          <h1>{page.seenTitle}</h1>
          <p>{page.seen}</p>
          <Facts refund={refund} network={network} />
        </section>
      );
    case 'sent':
      return (
        <section class="card closed">
          <Ring look="good" />
          <h1>{page.sentTitle}</h1>
          <p class="state-fiat">{money(refund.fiat_value, refund.currency)}</p>
          <p>{page.sent}</p>
          <Facts refund={refund} network={network} />
          <Contact data={data} />
        </section>
      );
    case 'canceled':
      return (
        <section class="card closed">
          <Ring look="failed" />
          <h1>{page.canceledTitle}</h1>
          <p>{page.canceled}</p>
          <Contact data={data} />
        </section>
      );
  }
}

function Depth({ refund: { confirmations, required_confirmations: needed } }: { refund: Refund }) {
  const { confirming } = useWords();
  const have = Math.min(confirmations, needed);
  const text = confirming.progress({ have, count: needed });
  return (
    <Ring look="counts" have={have} needed={needed} label={text}>
      <strong aria-hidden="true">
        {have}/{needed}
      </strong>
    </Ring>
  );
}

/** The amount, the address, and the chain transaction. */
function Facts({ refund, network }: { refund: Refund; network: string }) {
  const { page } = useRefundWords();
  const { printed, instructions } = useWords();
  return (
    <dl class="facts refund-facts">
      {refund.amount && (
        <div class="fact">
          <dt>{page.amount}</dt>
          <dd class="coins">
            <span class="amount" dir="ltr">
              {refund.amount} <span class="unit">{refund.cryptocurrency}</span>
            </span>
            <span class="quiet">{network}</span>
          </dd>
        </div>
      )}
      {refund.to && (
        <div class="fact">
          <dt>{instructions.address}</dt>
          <dd>
            <span class="address break" dir="ltr">
              {refund.to}
            </span>
            <button class="copy" type="button" data-copy={refund.to} data-copied={instructions.copied} hidden>
              <span aria-live="polite">{instructions.copy}</span>
              <span class="off-screen"> {instructions.theAddress}</span>
            </button>
          </dd>
        </div>
      )}
      {refund.hash && (
        <div class="fact">
          <dt>{printed.hash}</dt>
          <dd>
            <HashLink hash={refund.hash} url={refund.explorer_url} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The payments of the invoice no longer cover its refunds. */
function Held({ shop }: { shop: string }) {
  const { page } = useRefundWords();
  return (
    <div class="notice problem">
      <p>{page.held({ shop })}</p>
    </div>
  );
}

/** Another address was given before this one. */
function Given({ data }: { data: RefundData }) {
  const { page } = useRefundWords();
  return (
    <div class="notice problem" role="alert">
      <p>{page.given}</p>
      <Contact data={data} />
    </div>
  );
}

/** No other contact is named, since impostors target customers in trouble. */
function Contact({ data: { support_contact: contact, invoice_id: invoiceId } }: { data: RefundData }) {
  const { page } = useWords();
  if (contact === null) return null;
  const link = contactLink(contact);
  const href = link?.startsWith('mailto:') ? `${link}?subject=${encodeURIComponent(invoiceId)}` : link;
  return <p class="quiet break">{page.support({ contact: href ? <a href={href}>{contact}</a> : contact })}</p>;
}

/** For readers without a script. */
function Reload({ here }: { here: URL }) {
  const { plain } = useWords();
  return (
    <noscript>
      <p class="plain-foot">
        <a href={here.pathname + here.search}>{plain.lookAgain}</a>
      </p>
    </noscript>
  );
}

/** The page of a URL that leads to no refund. */
export function NoRefund() {
  const { page } = useRefundWords();
  return (
    <main class="page alone">
      <section class="card closed">
        <h1>{page.notFound}</h1>
        <p>{page.notFoundMore}</p>
      </section>
    </main>
  );
}

// The state of a refund on the customer's page: a sentence for it, the amount, the address and the chain transaction.
import type { ComponentChildren } from 'preact';
import { isRemoved } from '../../../src/core/payment/outgoing/refund.ts';
import { HashLink } from '../parts/hash-link.tsx';
import { contactLink } from '../rules/safe-link.ts';
import { Ring } from '../screens/states/progress-ring.tsx';
import { useWords } from '../words/words.ts';
import { AddressForms } from './address-forms.tsx';
import { CoinChoices } from './coin-choices.tsx';
import { type Refund, type RefundData, type RefusedForm, useRefundWords } from './refund-data.ts';

/** The state as the page shows it: that of the refund, or a complication of it. */
export type ShownState = Refund['status'] | 'differs' | 'reversed';

export function shownState({ status, amount_differs: differs, seen_at: seenAt }: Refund): ShownState {
  if (status === 'seen' && differs) return 'differs';
  return isRemoved({ status, seenAt }) ? 'reversed' : status;
}

interface Props {
  readonly data: RefundData;
  /** The name that exchanges use. */
  readonly network: string;
  readonly refused: RefusedForm | null;
  /** The page's own URL. */
  readonly here: URL;
}

export function RefundState({ data, network, refused, here }: Props) {
  const { refund, shop } = data;
  const { page } = useRefundWords();
  const { money } = useWords();
  const price = money(refund.fiat_value, refund.currency);
  const facts = <Facts refund={refund} network={network} />;
  const contact = <Contact data={data} />;
  switch (shownState(refund)) {
    case 'awaiting_address':
      if (data.choices) return <CoinChoices choices={data.choices} here={here} />;
      return (
        <section class="card">
          <h1>{page.askTitle}</h1>
          <p>{page.ask({ shop: shop.name, price, coin: refund.cryptocurrency, network })}</p>
          {refund.exceeds_paid && <Held shop={shop.name} />}
          <AddressForms data={data} network={network} refused={refused} />
          {contact}
        </section>
      );
    case 'ready':
      return (
        <Closed ring={<Ring look="waits" />} title={page.readyTitle}>
          {refund.exceeds_paid ? <Held shop={shop.name} /> : <p>{page.ready({ shop: shop.name })}</p>}
          {facts}
          <p class="quiet">{page.wrong}</p>
          {contact}
        </Closed>
      );
    case 'reversed':
      return (
        <Closed ring={<Ring look="waits" />} title={page.reversedTitle}>
          <p>{page.reversed}</p>
          {facts}
          {contact}
        </Closed>
      );
    case 'differs':
      return <Differs data={data} network={network} />;
    case 'seen':
      return (
        <Closed ring={<Depth refund={refund} />} title={page.seenTitle}>
          <p>{page.seen}</p>
          {facts}
        </Closed>
      );
    case 'sent':
      return (
        <Closed ring={<Ring look="good" />} title={page.sentTitle}>
          <p class="state-fiat">{price}</p>
          <p>{page.sent}</p>
          {facts}
          {contact}
        </Closed>
      );
    case 'canceled':
      return (
        <Closed ring={<Ring look="failed" />} title={page.canceledTitle}>
          <p>{page.canceled}</p>
          {contact}
        </Closed>
      );
  }
}

interface ClosedProps {
  readonly ring: ComponentChildren;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A state that asks the customer for nothing. */
function Closed({ ring, title, children }: ClosedProps) {
  return (
    <section class="card closed">
      {ring}
      <h1>{title}</h1>
      {children}
    </section>
  );
}

/** Another amount came: from the shop, or from anyone else. */
function Differs({ data, network }: Omit<Props, 'refused' | 'here'>) {
  const { page } = useRefundWords();
  const { sent_amount: amount, cryptocurrency: coin } = data.refund;
  return (
    <Closed ring={<Ring look="unknown" />} title={page.differsTitle}>
      <p>{page.differs({ amount: amount ?? '', coin })}</p>
      <Facts refund={{ ...data.refund, amount }} network={network} />
      <Contact data={data} />
    </Closed>
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

/** No other contact is named, since impostors target customers in trouble. */
export function Contact({ data: { support_contact: contact, invoice_id: invoiceId } }: { data: RefundData }) {
  const { page } = useWords();
  if (contact === null) return null;
  const link = contactLink(contact);
  const href = link?.startsWith('mailto:') ? `${link}?subject=${encodeURIComponent(invoiceId)}` : link;
  return <p class="quiet break">{page.support({ contact: href ? <a href={href}>{contact}</a> : contact })}</p>;
}

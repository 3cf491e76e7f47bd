// The customer's page of a refund: the amount on one side, the address and its progress on the other.
import { exchangeName } from '../../../src/core/words/exchange-names.ts';
import { LanguageSwitch } from '../parts/language-switch.tsx';
import { TestRibbon } from '../parts/notices.tsx';
import { ownImage } from '../rules/safe-link.ts';
import { useWords } from '../words/words.ts';
import { type Refund, type RefundData, type RefusedForm, useRefundWords } from './refund-data.ts';
import { Contact, RefundState, shownState } from './refund-state.tsx';

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
        <main class="steps" tabIndex={-1} data-state={shownState(refund)}>
          <p class="off-screen" role="status" />
          {refused?.code === 'address_given' && <Given data={data} />}
          <RefundState data={data} network={network} refused={refused} here={here} />
          {isFollowed(refund) && <Reload here={here} />}
        </main>
      </div>
      <LanguageSwitch />
    </>
  );
}

function Slip({ data, network, origin }: { data: RefundData; network: string; origin: string }) {
  const { refund, shop, branding, reference, choices } = data;
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
            {!choices && (
              <div class="line">
                <dt class="quiet">{words.printed.onNetwork({ coin: refund.cryptocurrency, network })}</dt>
              </div>
            )}
          </dl>
        </div>
      </details>
    </aside>
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

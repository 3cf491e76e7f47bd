// A preview of the checkout on a phone, light and dark, with unsaved values. Each uses the checkout's own styles in a
// shadow tree, so that the console's styles do not apply.
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { AppCryptocurrency } from '../../../../../sdk/typescript/src/generated/api.ts';
import { addressGroups } from '../../../../checkout/rules/address-text.ts';
import { brandColours } from '../../../../checkout/rules/brand-colour.ts';
import { approximateAmount } from '../../../../checkout/rules/figures.ts';
import { ownImage } from '../../../../checkout/rules/safe-link.ts';
import columns from '../../../../checkout/style/columns.css?inline';
import ground from '../../../../checkout/style/ground.css?inline';
import paying from '../../../../checkout/style/late/paying.css?inline';
import receipt from '../../../../checkout/style/receipt.css?inline';
import { price } from '../../../words/figures.ts';
import { joined } from '../../../words/text-with-elements.ts';
import { words } from '../../../words/words.ts';

export interface CheckoutPreviewProps {
  readonly name: string;
  readonly image: string | null;
  readonly logo: string;
  /** #rrggbb; any other text counts as no colour. */
  readonly colour: string;
  readonly support: string;
  readonly windowSeconds: string;
  /** The requested coin; null: the app accepts none yet. */
  readonly coin: AppCryptocurrency | null;
}

export function CheckoutPreview(props: CheckoutPreviewProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard.
    <section className="phones" tabIndex={0} aria-label={words.checkoutPreview.label}>
      <Phone scheme="light" {...props} />
      <Phone scheme="dark" {...props} />
    </section>
  );
}

type Scheme = 'light' | 'dark';

function Phone({ scheme, ...props }: CheckoutPreviewProps & { readonly scheme: Scheme }) {
  const host = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  const colours = brandColours(props.colour);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheetOf(scheme)];
    setRoot(shadow);
  }, [scheme]);
  useLayoutEffect(() => {
    host.current?.style.setProperty(`--brand-${scheme}`, colours?.[scheme].accent ?? null);
    host.current?.style.setProperty(`--brand-${scheme}-ink`, colours?.[scheme].ink ?? null);
  });
  return (
    <figure className="phone">
      <figcaption>{scheme === 'light' ? words.checkoutPreview.light : words.checkoutPreview.dark}</figcaption>
      <div
        ref={host}
        className="phone-glass"
        role="img"
        aria-label={
          scheme === 'light'
            ? words.checkoutPreview.lightLabel({ name: props.name })
            : words.checkoutPreview.darkLabel({ name: props.name })
        }
        inert
      />
      {root === null ? null : createPortal(<Checkout {...props} />, root)}
    </figure>
  );
}

/** The checkout's styles for a narrow page in one scheme, independent of this browser's own. */
function sheetOf(scheme: Scheme): CSSStyleSheet {
  const text = `${ground}${receipt}${columns}${paying}`
    .replaceAll(/@media ?\(prefers-color-scheme: ?dark\)/g, scheme === 'dark' ? '@media all' : '@media not all')
    .replaceAll(/@media ?\((?:min-width: ?56rem|width>=56rem|width >= 56rem)\)/g, '@media not all')
    .replaceAll(':root', ':host')
    .replaceAll(/(^|[},\s])body\b/g, '$1.paper');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${text} :host { color-scheme: ${scheme}; } ${fitting}`);
  return sheet;
}

/** Fits the checkout to a narrow card. */
const fitting = `.paper { min-height: 100%; } .receipt { padding: 1rem; }
  .card, .fact { grid-template-columns: minmax(0, 1fr); } .fact dd { flex-wrap: wrap; min-width: 0; }
  .address { white-space: normal; overflow-wrap: anywhere; }`;

const total = '49.90';
const sampleAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

function Checkout({ name, image, logo, support, windowSeconds, coin }: CheckoutPreviewProps) {
  const picture = ownImage(logo === '' ? image : logo, location.origin);
  const symbol = coin?.cryptocurrency.symbol ?? 'ETH';
  const network = coin?.network.name ?? 'Ethereum';
  const amount = (coin === null ? null : approximateAmount(total, 'USD', coin.cryptocurrency)) ?? '0.02495';
  return (
    <div className="paper" aria-hidden="true">
      <div className="page">
        <aside className="receipt">
          <div className="receipt-head">
            {picture === null ? null : <img className="merchant-image" src={picture} alt="" width="44" height="44" />}
            <div>
              <p className="merchant-name">{name}</p>
              <p className="quiet">{words.checkoutPreview.order({ reference: '1042' })}</p>
            </div>
          </div>
          <p className="receipt-total">
            <span className="quiet">{words.common.total}</span>
            <strong>{price(total, 'USD')}</strong>
          </p>
        </aside>
        <div className="steps">
          <div className="card">
            <h1>{words.checkoutPreview.send({ amount: `${amount} ${symbol}`, network })}</h1>
            <p className="countdown">
              {joined(words.checkoutPreview.priceHolds({ time: <time>{clock(windowSeconds)}</time> }))}
            </p>
            <button type="button" className="primary">
              {words.checkoutPreview.openApp}
            </button>
            <dl className="facts">
              <Fact name={words.checkoutPreview.exactly}>
                <span className="amount">
                  {amount} <span className="unit">{symbol}</span>
                </span>
              </Fact>
              <Fact name={words.checkoutPreview.toAddress}>
                <span className="address">
                  {addressGroups(sampleAddress).map((group, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one text never change places.
                    <span key={index}>{group}</span>
                  ))}
                </span>
              </Fact>
            </dl>
            <p className="warning-line">
              {joined(
                words.checkoutPreview.sendOnly({
                  coin: <strong>{symbol}</strong>,
                  network: <strong>{network}</strong>,
                }),
              )}
            </p>
          </div>
          {support === '' ? null : (
            <p className="quiet foot">
              {joined(words.checkoutPreview.support({ contact: <a href="#screen">{support}</a> }))}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>
        {children}
        <span className="button copy secondary">{words.common.copy}</span>
      </dd>
    </div>
  );
}

/** '15:00'; an incomplete number is shown as it is. */
function clock(seconds: string): string {
  const whole = /^\d{1,5}$/.test(seconds) ? Number(seconds) : 900;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

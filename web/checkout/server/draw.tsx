// Draws the checkout page on the service, with the parts that the browser draws it with: the first picture is there
// before any script, and everything that paying needs is there without one.
import { renderToString } from 'preact-render-to-string';
import { Checkout } from '../checkout.tsx';
import type { CheckoutSeed } from '../outside/seed.ts';
import { brandColours } from '../rules/brand-colour.ts';
import { serverClock } from '../rules/server-clock.ts';
import { stageOf } from '../rules/stage.ts';
import { NotFound } from '../screens/closed.tsx';
import { standAt } from './no-browser.ts';
import { isWatched, type PlainAnswer, PlainForms, plainStyle } from './plain-forms.tsx';
import { PrintedReceipt, printedStyle } from './printed-receipt.tsx';

export interface ToDraw {
  readonly seed: CheckoutSeed;
  /** The page's whole address, as browsers see it. */
  readonly url: string;
  /** What became of the form that was sent without a script; null where none was. */
  readonly answer: PlainAnswer | null;
}

export interface Drawn {
  readonly html: string;
  readonly title: string;
  /** CSS of this page alone; '' where there is none. */
  readonly style: string;
  /** Whether a page without a script is to look again by itself. */
  readonly looksAgain: boolean;
}

/** The page of an invoice, as it is now. Never asks anybody for anything. */
export function drawCheckout({ seed, url, answer }: ToDraw): Drawn {
  const here = new URL(url);
  standAt(here);
  const now = Date.parse(seed.now);
  const invoiceId = seed.invoice.id;
  const html = renderToString(<Checkout invoiceId={invoiceId} clock={serverClock(() => now)} seed={seed} />);
  const stage = stageOf(seed, now);
  const asked = { chooses: here.searchParams.has('choose'), isStill: here.searchParams.has('still') };
  const forms = renderToString(<PlainForms seed={seed} stage={stage} asked={asked} answer={answer} />);
  return {
    html: html.replace('</main>', () => `<noscript>${forms}</noscript></main>`),
    title: `${headingIn(html)} · ${seed.app.name}`,
    style: brandStyle(seed.invoice.branding?.color),
    looksAgain: isWatched(stage) && answer === null && !asked.chooses && !asked.isStill,
  };
}

/** The page of an address that leads to no invoice. */
export function drawNotFound(url: string): Drawn {
  standAt(new URL(url));
  const html = renderToString(<NotFound />);
  return { html, title: headingIn(html), style: '', looksAgain: false };
}

/** The receipt to print: a whole document's body and style, which no script belongs to. */
export function drawReceipt({ seed, url }: Omit<ToDraw, 'answer'>): Drawn {
  standAt(new URL(url));
  const html = renderToString(<PrintedReceipt seed={seed} origin={new URL(url).origin} />);
  const title = `${headingIn(html)} · ${seed.app.name}`;
  return { html, title, style: printedStyle, looksAgain: false };
}

/** CSS of every page without a script. */
export const withoutScript: string = plainStyle;

/** As plain text. What the page says first is what it is called. */
function headingIn(html: string): string {
  const [, inner = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  return inner
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name] ?? '');
}

/** The merchant's colour, which a script would set by itself. */
function brandStyle(colour: string | null | undefined): string {
  const colours = brandColours(colour);
  if (colours === null) return '';
  const { light, dark } = colours;
  const lines = [
    `--brand-light:${light.accent};--brand-light-ink:${light.ink}`,
    `--brand-dark:${dark.accent};--brand-dark-ink:${dark.ink}`,
  ];
  return `:root{${lines.join(';')}}`;
}

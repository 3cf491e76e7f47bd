// Draws the checkout page on the server, with the browser's own components: the page is complete before any script
// runs, and paying works without one.
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Messages } from '../../../src/core/words/generated/messages.ts';
import { wordsOf } from '../../../src/core/words/message.ts';
import type { CheckoutSeed } from '../browser/seed.ts';
import { Checkout } from '../checkout.tsx';
import { provideLateScreens } from '../late-screens.ts';
import { RefusedHash } from '../parts/claim-form.tsx';
import refundStyle from '../refund/refund.css?inline';
import { type RefundData, RefundTexts, type RefundWords, type RefusedForm } from '../refund/refund-data.ts';
import { NoRefund, RefundPage } from '../refund/refund-page.tsx';
import { brandColours } from '../rules/brand-colour.ts';
import { serverClock } from '../rules/server-clock.ts';
import { isFresh, stageOf } from '../rules/stage.ts';
import { NotFound } from '../screens/no-invoice.tsx';
import { lateScreens, lateStyle } from '../screens/states/late-step.tsx';
import { payAddress } from '../start/public-path.ts';
import { checkoutWords, type PageTexts, PageWords, type Words } from '../words/words.ts';
import { standAt } from './no-browser.ts';
import { Answer, isWatched, lookSeconds, type PlainAnswer, PlainForms, plainStyle } from './plain-forms.tsx';
import { PrintedReceipt, printedStyle } from './printed-receipt.tsx';

provideLateScreens(lateScreens);

export interface Language {
  /** As `<html lang>` has it. */
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: PageTexts;
  /** The texts of the refund page. */
  readonly refund: PageTexts;
}

export interface ToDraw {
  readonly seed: CheckoutSeed;
  /** The full URL of the page. */
  readonly url: string;
  /** The result of a form that was sent without a script; null if none was sent. */
  readonly answer: PlainAnswer | null;
  readonly language: Language;
}

export interface Drawn {
  readonly html: string;
  readonly title: string;
  /** CSS of this page only; '' if it has none. */
  readonly style: string;
  /** The groups of texts that the script needs to draw the same page; it fetches the others later. */
  readonly groups: readonly string[];
  /** Seconds after which a page without a script reloads; null if it does not. */
  readonly looksAgainAfter: number | null;
}

/** The page of an invoice in its current state. Makes no requests. */
export function drawCheckout({ seed, url, answer, language }: ToDraw): Drawn {
  const here = new URL(url);
  standAt(here);
  const said = new Set(alwaysSaid);
  const draw = drawerIn(language, said);
  const now = Date.parse(seed.now);
  const html = draw(
    <RefusedHash.Provider value={answer?.field === 'hash' ? answer.value : null}>
      <Checkout invoiceId={seed.invoice.id} clock={serverClock(() => now)} seed={seed} live={null} />
    </RefusedHash.Provider>,
  );
  const stage = stageOf(seed, now);
  // Unless the page is fresh, the script starts with all texts, once it runs at all.
  const isNew = isFresh(stage, seed);
  const groups = isNew ? [...said, ...saidInChoosing] : alwaysSaid;
  const { searchParams } = here;
  const asked = {
    chooses: searchParams.has('choose'),
    isStill: searchParams.has('still'),
    language: searchParams.has('lang') ? language.code : null,
  };
  const hasChoice = html.includes(`action="${payAddress(seed.invoice.id)}/choose"`);
  const isCalm = [...(seed.waiting ?? []), ...(seed.claims ?? [])].length === 0;
  const forms = draw(<PlainForms {...{ seed, stage, asked, hasChoice, isCalm, answer }} />);
  const answered = answer === null ? '' : withoutScriptOnly(draw(<Answer answer={answer} />));
  const looks = isWatched(stage) && answer === null && !asked.chooses && !asked.isStill;
  return {
    html: html
      .replace(/<main[^>]*>/, (start) => start + answered)
      .replace('</main>', () => `${withoutScriptOnly(forms)}</main>`),
    title: `${headingIn(html)} · ${seed.app.name}`,
    style: [brandStyle(seed.invoice.branding?.color), isNew ? '' : lateStyle, asked.isStill ? stillStyle : ''].join(''),
    groups,
    looksAgainAfter: looks ? lookSeconds : null,
  };
}

/** The page of a URL that leads to no invoice. */
export function drawNotFound(url: string, language: Language): Drawn {
  standAt(new URL(url));
  const html = drawerIn(language)(<NotFound />);
  return { html, title: headingIn(html), style: '', groups: [], looksAgainAfter: null };
}

/** The printable receipt: body and style of a whole document without a script. */
export function drawReceipt({ seed, url, language }: Omit<ToDraw, 'answer'>): Drawn {
  const { origin } = new URL(url);
  const html = drawerIn(language)(<PrintedReceipt seed={seed} origin={origin} />);
  const title = `${headingIn(html)} · ${seed.app.name}`;
  return { html, title, style: printedStyle, groups: [], looksAgainAfter: null };
}

/** The page of a refund; `data` is null for a URL that leads to none. The document needs no script. */
export function drawRefund(toDraw: {
  readonly data: RefundData | null;
  readonly refused: RefusedForm | null;
  readonly url: string;
  readonly language: Language;
}): Drawn {
  const { data, refused, language } = toDraw;
  const here = new URL(toDraw.url);
  standAt(here);
  const texts =
    refundTexts.get(language.code) ?? wordsOf<Messages['refund'], ComponentChildren>(language.code, language.refund);
  refundTexts.set(language.code, texts);
  const page = data === null ? <NoRefund /> : <RefundPage {...{ data, refused, here }} />;
  const html = drawerIn(language)(<RefundTexts.Provider value={texts}>{page}</RefundTexts.Provider>);
  const title = data === null ? headingIn(html) : `${headingIn(html)} · ${data.shop.name}`;
  const style = [brandStyle(data?.branding.color), lateStyle, refundStyle].join('');
  return { html, title, style, groups: [], looksAgainAfter: null };
}

/** By language. */
const refundTexts = new Map<string, RefundWords>();

/** Returns a function that draws in this language and adds the used groups of texts to `said`. */
function drawerIn({ code, direction, texts }: Language, said = new Set<string>()): (part: VNode) => string {
  const words = spoken.get(code) ?? checkoutWords({ code, direction }, texts);
  spoken.set(code, words);
  const heard = new Proxy(words, {
    get(all, name: keyof Words & string) {
      if (name in texts) said.add(name);
      return all[name];
    },
  });
  return (part) => renderToString(<PageWords.Provider value={heard}>{part}</PageWords.Provider>);
}

/** For a page that has lost its connection; see start/show-offline.ts. */
const alwaysSaid: readonly string[] = ['page'];
/** For errors while the customer chooses. */
const saidInChoosing: readonly string[] = ['faults'];

/** By language: preparing the texts takes longer than drawing a page. */
const spoken = new Map<string, Words>();

function withoutScriptOnly(html: string): string {
  return `<noscript>${html}</noscript>`;
}

/** Without a script and without reloads, a countdown would show an old time. */
const stillStyle = '@media(scripting:none){.countdown{display:none}}';

/** CSS of every page without a script. */
export const withoutScript: string = plainStyle;

/** As plain text. The page's first heading is also its title. */
function headingIn(html: string): string {
  const [, inner = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  return inner
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name] ?? '');
}

/** The merchant's colour, which the script otherwise sets. */
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

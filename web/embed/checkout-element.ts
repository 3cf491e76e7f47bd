// <quittance-checkout>: draws the payment that the instance signed, and frames the checkout for the rest.

import { type Answer, askPayment, believedKey, findAttempt } from './browser/ask-instance.ts';
import { wordsIn } from './browser/fetch-words.ts';
import { whySilent } from './browser/frame-failure.ts';
import { make, makeButton, shadowOf } from './drawn/make-element.ts';
import { paymentPart } from './drawn/payment-part.ts';
import type { QuittanceCheck, QuittanceCheckoutElement, QuittanceMessage } from './embed.d.ts';
import { frameStyle } from './frame-style.ts';
import { differs, type EmbedView, type Sentence, viewOf } from './rules/embed-view.ts';
import { type FrameReport, readReport } from './rules/frame-report.ts';
import { millisecondsLeft } from './rules/statement.ts';
import { base, instanceOrigin, namedKey, payAddress } from './script-origin.ts';
import { languages } from './words/built-texts.ts';
import { chosenLanguage, type PageWords } from './words/page-words.ts';

export const messageTypes: ReadonlySet<string> = new Set(
  ['seen', 'paid', 'expired', 'closed', 'resized'].map((one) => `quittance.${one}`),
);
/** Our page reports its height within this time; a browser that blocked the frame reports nothing. */
const silentMillis = 8_000;
/** The same, from the moment at which the frame has loaded something, including an error page. */
const silentOnceLoadedMillis = 3_000;
const againMillis = { failed: 5_000, awaited: 15_000 };

type Signed = Extract<Answer, { kind: 'statement' }>;

/** The state of one invoice in one frame. */
interface Shown {
  readonly invoiceId: string;
  readonly frame: HTMLIFrameElement;
  signed: Signed | null;
  fault: 'refused' | 'unreachable' | null;
  report: FrameReport | undefined;
  isSilent: boolean;
  hasDiffered: boolean;
  isUnfolded: boolean;
}

export class CheckoutElement extends HTMLElement implements QuittanceCheckoutElement {
  static observedAttributes = ['invoice'];
  check: QuittanceCheck = 'none';
  readonly #shadow = shadowOf(this, 'open', frameStyle);
  readonly #note = make('div', { role: 'status' });
  readonly #part = paymentPart();
  readonly #more = makeButton('', () => this.#unfold(), { class: 'more', 'aria-expanded': 'false' });
  readonly #canVerify = globalThis.crypto?.subtle !== undefined;
  #shown: Shown | null = null;
  /** Null until they are loaded. */
  #words: PageWords | null = null;
  #frameLanguage: string | null = null;
  /** The sentence in the note and its language; 'silent' for the sentence about a silent frame. */
  #said = '';
  #silence = 0;
  #again = 0;

  get invoice(): string {
    return this.getAttribute('invoice') ?? '';
  }
  set invoice(id: string) {
    this.setAttribute('invoice', id);
  }
  connectedCallback(): void {
    addEventListener('message', this.#heard);
    this.#show();
  }
  disconnectedCallback(): void {
    removeEventListener('message', this.#heard);
    clearTimeout(this.#silence);
    clearTimeout(this.#again);
    this.#shown = null;
  }
  attributeChangedCallback(): void {
    if (this.isConnected) this.#show();
  }
  /** Dispatches a message as the page in the frame would have sent it. */
  tell(message: QuittanceMessage): void {
    this.dispatchEvent(new CustomEvent(message.type, { detail: message, bubbles: true, composed: true }));
  }
  /** In the customer's language. */
  words(): Promise<PageWords> {
    const [asked, page] = [this.lang, document.documentElement.lang];
    const signs = { asked, page, framed: this.#frameLanguage, preferred: navigator.languages };
    return wordsIn(chosenLanguage(signs, languages));
  }

  #show(): void {
    if (this.invoice === '') return;
    const query = new URLSearchParams({ parent: location.origin });
    if (this.lang !== '') query.set('lang', this.lang);
    // The page in the frame then shows no address of its own.
    if (this.#canVerify) query.set('drawn', '');
    const src = `${payAddress(this.invoice)}?${query}`;
    const frame = make('iframe', { allow: 'clipboard-write', referrerpolicy: 'origin', src });
    const invoiceId = this.invoice.toLowerCase();
    const known = { signed: null, fault: null, report: undefined };
    this.#shown = { invoiceId, frame, ...known, isSilent: false, hasDiffered: false, isUnfolded: false };
    this.#said = '';
    this.#note.replaceChildren();
    this.#more.hidden = true;
    this.#shadow.replaceChildren(this.#note, this.#part.host, this.#more, frame);
    void this.#speak();
    this.#awaitWord(silentMillis);
    frame.addEventListener('load', () => {
      if (this.#shown?.frame === frame && this.#shown.report === undefined) this.#awaitWord(silentOnceLoadedMillis);
    });
    if (this.#canVerify) void this.#ask(this.#shown);
  }

  async #speak(): Promise<void> {
    const words = await this.words();
    if (words === this.#words) return;
    this.#words = words;
    this.#draw();
  }

  /** Asks about the attempt that the frame reports; before it reports one, about the first that the instance lists. */
  async #ask(shown: Shown): Promise<void> {
    clearTimeout(this.#again);
    const { invoiceId } = shown;
    const at = { base, namedKey: this.dataset.key ?? namedKey };
    const reported = shown.report === undefined || shown.report === 'foreign' ? null : shown.report;
    const known = reported?.transaction_id ?? shown.signed?.statement.transaction_id;
    const id = known ?? (await findAttempt(at, invoiceId));
    let answer: Answer | null = null;
    if (id === 'unreachable') answer = { kind: 'unreachable' };
    else if (id !== null) answer = await askPayment(at, invoiceId, id);
    else {
      const key = await believedKey(at);
      if (typeof key === 'string') answer = { kind: key };
    }
    // Another invoice or report meanwhile has its own request.
    if (this.#shown !== shown || (shown.report && shown.report !== 'foreign' && shown.report !== reported)) return;
    if (answer?.kind === 'statement') shown.signed = answer;
    shown.fault = answer === null || answer.kind === 'statement' ? null : answer.kind;
    this.#draw();
    this.#askAgainLater(shown);
  }

  #askAgainLater(shown: Shown): void {
    clearTimeout(this.#again);
    const left = this.#millisecondsLeft(shown);
    if (shown.fault === null && left === 0) return;
    const pause = shown.fault === null ? Math.min(againMillis.awaited, left) : againMillis.failed;
    this.#again = window.setTimeout(() => {
      this.#draw();
      void this.#ask(shown);
    }, pause);
  }

  #millisecondsLeft({ signed }: Shown): number {
    return signed === null ? 0 : Math.max(0, endOf(signed) - performance.now());
  }

  #draw(): void {
    const shown = this.#shown;
    if (shown === null) return;
    const statement = shown.signed?.statement ?? null;
    const { fault, report, isSilent } = shown;
    shown.hasDiffered ||= differs({ report, statement });
    const isOver = this.#millisecondsLeft(shown) === 0;
    const known = { canVerify: this.#canVerify, statement, isOver, fault, report, isSilent };
    const view = viewOf({ ...known, hasDiffered: shown.hasDiffered });
    this.check = view.check;
    const isLooking = this.#shadow.activeElement;
    this.#drawFrame(shown, view);
    if (this.#words === null) return;
    this.#drawPart(shown, view, this.#words);
    // A silent frame has its own sentence.
    if (this.#said !== 'silent' || view.payment !== 'none') this.#say(view.sentence, this.#words);
    if (isLooking === shown.frame && shown.frame.classList.contains('hidden')) this.#part.focus();
    if (isLooking === this.#part.host && this.#part.host.hidden) shown.frame.focus();
  }

  #drawPart({ signed }: Shown, view: EmbedView, words: PageWords): void {
    const payment = signed && {
      statement: signed.statement,
      endsAt: endOf(signed),
      needsPlainAccount: signed.needsPlainAccount,
    };
    this.#part.show(view.payment === 'none' ? null : payment, view.payment === 'open', words);
  }

  #drawFrame(shown: Shown, view: EmbedView): void {
    const isOpen = shown.isUnfolded || shown.signed?.needsHash === true;
    const isShown = view.frame === 'shown' || (view.frame === 'folded' && isOpen);
    const isRefused = shown.isSilent && shown.report === undefined;
    shown.frame.classList.toggle('hidden', !isShown || isRefused);
    this.#more.hidden = view.frame !== 'folded' || view.check !== 'agrees' || isOpen;
    if (this.#words === null) return;
    shown.frame.title = this.#words.texts.payment;
    this.#more.textContent = this.#words.texts.more;
  }

  #say(sentence: Sentence | null, words: PageWords): void {
    const said = sentence === null ? '' : `${sentence} ${words.language}`;
    if (said === this.#said) return;
    this.#said = said;
    const { language: lang, direction: dir, texts } = words;
    const isAlarm = sentence === 'differs' || sentence === 'unverified';
    const names: Record<string, string> = isAlarm ? { class: 'alarm', role: 'alert', lang, dir } : { lang, dir };
    this.#note.replaceChildren(...(sentence === null ? [] : [make('p', names, texts[sentence])]));
  }

  #unfold(): void {
    const shown = this.#shown;
    if (shown === null) return;
    shown.isUnfolded = true;
    this.#draw();
    shown.frame.focus();
  }

  /** Only messages of the frame itself, from the instance's origin, about this invoice. */
  readonly #heard = ({ origin, source, data }: MessageEvent<Partial<QuittanceMessage> | null>): void => {
    const shown = this.#shown;
    if (origin !== instanceOrigin || shown === null || source !== shown.frame.contentWindow || source === null) return;
    if (typeof data !== 'object' || data === null || !messageTypes.has(String(data.type))) return;
    if (data.invoice_id !== shown.invoiceId) return;
    clearTimeout(this.#silence);
    const message = data as QuittanceMessage;
    if (message.type === 'quittance.resized') this.#reported(shown, message);
    else if (this.#canVerify && message.type !== 'quittance.closed') void this.#ask(shown);
    this.tell(message);
  };

  #reported(shown: Shown, { height, lang, shown: said }: QuittanceMessage): void {
    if (typeof height === 'number' && height > 0) shown.frame.style.height = `${Math.min(Math.ceil(height), 6000)}px`;
    this.#frameLanguage = typeof lang === 'string' ? lang : null;
    void this.#speak();
    // The frame's report was late.
    if (this.#said === 'silent') this.#said = '?';
    const report = readReport(said);
    const isNews = JSON.stringify(report) !== JSON.stringify(shown.report);
    if (isNews) shown.report = report;
    this.#draw();
    if (isNews && this.#canVerify) void this.#ask(shown);
  }

  #awaitWord(millis: number): void {
    clearTimeout(this.#silence);
    this.#silence = window.setTimeout(() => void this.#sayWhySilent(), millis);
  }

  /** Replaces the frame, which shows nothing that a customer can use. */
  async #sayWhySilent(): Promise<void> {
    const shown = this.#shown;
    if (shown === null) return;
    const [{ text, hint }, words] = await Promise.all([whySilent(shown.invoiceId), this.words()]);
    if (shown !== this.#shown || shown.report !== undefined) return;
    if (hint !== null) console.warn(hint);
    shown.isSilent = true;
    this.#draw();
    if (!this.#part.host.hidden || shown.fault === 'refused') return;
    this.#said = 'silent';
    const { language: lang, direction: dir, texts } = words;
    const link = { href: payAddress(shown.invoiceId), target: '_blank', rel: 'noopener', lang, dir };
    const open = text === 'notFound' ? null : make('a', link, texts.openAlone);
    this.#note.replaceChildren(make('p', { lang, dir }, texts[text]), ...(open === null ? [] : [open]));
  }
}

/** By `performance.now()`, counted from before the request, so that it is never too late. */
function endOf({ statement, askedAt }: Signed): number {
  return askedAt + millisecondsLeft(statement);
}

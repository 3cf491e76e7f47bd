// embed.js: a shop's page holds the checkout in a frame, hears what becomes of it, and checks the address by itself.
import { type AddressFinding, checkAddress } from './check-address.ts';
import type {
  QuittanceCheck,
  QuittanceCheckoutElement,
  QuittanceEmbed,
  QuittanceMessage,
  QuittanceOptions,
} from './embed.d.ts';
import { frameStyle } from './frame-style.ts';

/** Where this script came from: that instance, and no other, is listened to. */
const script = document.currentScript as HTMLScriptElement;
const base = script.src.replace(/embed\.js(?:[?#].*)?$/, '');
const instanceOrigin = new URL(base).origin;
const pinnedKey = script.dataset.key ?? null;

const types: ReadonlySet<string> = new Set(
  ['seen', 'paid', 'expired', 'closed', 'resized'].map((one) => `quittance.${one}`),
);
/** So long a page of ours takes to say how high it is; a browser that refused the frame says nothing. */
const silentMillis = 8_000;
/** The same, from the moment at which the frame has loaded something, be it a refusal. */
const silentOnceLoadedMillis = 3_000;

class CheckoutElement extends HTMLElement implements QuittanceCheckoutElement {
  static observedAttributes = ['invoice'];
  check: QuittanceCheck = 'none';
  readonly #shadow = this.attachShadow({ mode: 'open' });
  #frame: HTMLIFrameElement | null = null;
  #note = document.createElement('div');
  #shown = '';
  #silence = 0;
  /** Whether the page in the frame has said anything. */
  #hasSpoken = false;

  get invoice(): string {
    return this.getAttribute('invoice') ?? '';
  }
  set invoice(id: string) {
    this.setAttribute('invoice', id);
  }
  connectedCallback(): void {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(frameStyle);
    this.#shadow.adoptedStyleSheets = [sheet];
    addEventListener('message', this.#heard);
    this.#show();
  }
  disconnectedCallback(): void {
    removeEventListener('message', this.#heard);
    clearTimeout(this.#silence);
  }
  attributeChangedCallback(): void {
    if (this.isConnected) this.#show();
  }
  /** Dispatches a message as the page in the frame would have sent it. */
  tell(message: QuittanceMessage): void {
    this.dispatchEvent(new CustomEvent(message.type, { detail: message, bubbles: true, composed: true }));
  }

  #show(): void {
    if (this.invoice === '') return;
    const query = new URLSearchParams({ parent: location.origin });
    if (this.lang !== '') query.set('lang', this.lang);
    const frame = document.createElement('iframe');
    frame.title = 'Payment';
    frame.allow = 'clipboard-write';
    frame.referrerPolicy = 'origin';
    frame.src = `${base}pay/${encodeURIComponent(this.invoice)}?${query}`;
    this.#frame = frame;
    this.#shown = '';
    this.#hasSpoken = false;
    this.#note.setAttribute('role', 'status');
    this.#note.replaceChildren();
    this.#shadow.replaceChildren(frame, this.#note);
    this.#awaitWord(silentMillis);
    frame.addEventListener('load', () => {
      if (frame === this.#frame && !this.#hasSpoken) this.#awaitWord(silentOnceLoadedMillis);
    });
  }

  #awaitWord(millis: number): void {
    clearTimeout(this.#silence);
    this.#silence = window.setTimeout(() => void this.#sayWhySilent(), millis);
  }

  /** Only of the frame itself, on the instance's origin, about this invoice. */
  readonly #heard = ({ origin, source, data }: MessageEvent<Partial<QuittanceMessage> | null>): void => {
    if (origin !== instanceOrigin || source !== this.#frame?.contentWindow || source === null) return;
    if (typeof data !== 'object' || data === null || !types.has(String(data.type))) return;
    if (data.invoice_id !== this.invoice.toLowerCase()) return;
    clearTimeout(this.#silence);
    if (!this.#hasSpoken) {
      this.#hasSpoken = true;
      // It may have been late.
      this.#frame?.classList.remove('hidden');
      this.#note.replaceChildren();
    }
    const message = data as QuittanceMessage;
    if (message.type === 'quittance.resized') this.#fit(message);
    this.tell(message);
  };

  #fit({ height, transaction_id: id, checksum }: QuittanceMessage): void {
    if (this.#frame !== null && typeof height === 'number' && height > 0)
      this.#frame.style.height = `${Math.min(Math.ceil(height), 6000)}px`;
    const shown = typeof id === 'string' && typeof checksum === 'string' ? `${id} ${checksum}` : '';
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (shown === '') {
      this.check = 'none';
      this.#note.replaceChildren();
    } else void this.#compare(String(id), String(checksum), shown);
  }

  async #compare(transactionId: string, checksum: string, shown: string): Promise<void> {
    this.check = 'checking';
    const wanted = { base, invoiceId: this.invoice.toLowerCase(), transactionId, checksum };
    const found = await checkAddress({ ...wanted, key: this.dataset.key ?? pinnedKey });
    if (this.#shown !== shown) return;
    this.check = found.check;
    this.#note.replaceChildren(...noteOf(found));
    // What must not be paid is not shown.
    this.#frame?.classList.toggle('hidden', found.check === 'differs');
  }

  /** In the place of the frame, which holds nothing that a customer can use. */
  async #sayWhySilent(): Promise<void> {
    const frame = this.#frame;
    const why = await whySilent(this.invoice);
    if (frame !== this.#frame || this.#hasSpoken) return;
    if (why.hint !== null) console.warn(why.hint);
    frame?.classList.add('hidden');
    this.#note.replaceChildren(paragraph(why.text), ...(why.hasLink ? [linkTo(this.invoice)] : []));
  }
}

interface Silence {
  /** For the customer. */
  readonly text: string;
  /** For who made the shop's page. */
  readonly hint: string | null;
  readonly hasLink: boolean;
}

/** A browser is silent about a frame that it refused. The answer of the API says whether something else is wrong. */
async function whySilent(invoiceId: string): Promise<Silence> {
  const answer = await fetch(`${base}api/invoice/${encodeURIComponent(invoiceId)}?v=1`, { credentials: 'omit' }).catch(
    () => null,
  );
  if (answer?.status === 404) return { text: 'This payment does not exist.', hint: null, hasLink: false };
  if (answer?.ok !== true) return { text: 'The payment cannot be reached right now.', hint: null, hasLink: true };
  const hint =
    `Quittance: the checkout answers, and nothing came from its frame. If the browser refused the frame, add ` +
    `${location.origin} to the setting embed_origins of the app.`;
  return { text: 'The payment cannot be shown here.', hint, hasLink: true };
}

function linkTo(invoiceId: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = `${base}pay/${encodeURIComponent(invoiceId)}`;
  link.target = '_blank';
  link.rel = 'noopener';
  link.textContent = 'Open the payment in a new window';
  return link;
}

/** Said on the shop's page, where nothing that went wrong in the frame can change it. */
function noteOf(found: AddressFinding): HTMLElement[] {
  if (found.check === 'none') return [];
  if (found.check === 'differs') {
    const alarm = paragraph(
      `Do not pay. The address in this window is not the one that ${instanceOrigin} gave out. Tell the shop.`,
    );
    alarm.className = 'alarm';
    alarm.setAttribute('role', 'alert');
    return [alarm];
  }
  if (found.check !== 'agrees') return [paragraph('The address could not be checked here.')];
  const sum = document.createElement('code');
  sum.textContent = found.checksum;
  const to = document.createElement('code');
  to.textContent = found.to;
  const line = document.createElement('p');
  line.append('Address check: ', sum, ' · pays to ', to, ` on ${found.network}. Your wallet must show this address.`);
  return [line];
}

function paragraph(text: string): HTMLParagraphElement {
  const line = document.createElement('p');
  line.textContent = text;
  return line;
}

const embed: QuittanceEmbed = {
  open(invoiceId, options: QuittanceOptions = {}) {
    const element = document.createElement('quittance-checkout') as CheckoutElement;
    element.invoice = invoiceId;
    if (options.lang !== undefined) element.lang = options.lang;
    if (options.key !== undefined) element.dataset.key = options.key;
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Payment');
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Close';
    const host = document.createElement('div');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(frameStyle);
    const shadow = host.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheet];
    const slot = document.createElement('slot');
    dialog.append(button, slot);
    shadow.append(dialog);
    // In the page's own tree, so that its events reach the page.
    host.append(element);
    for (const type of types)
      element.addEventListener(type, (event) => options.onMessage?.((event as CustomEvent<QuittanceMessage>).detail));
    let isClosed = false;
    const close = (): void => {
      if (isClosed) return;
      isClosed = true;
      dialog.close();
      host.remove();
    };
    const leave = (): void => {
      if (!isClosed) element.tell({ type: 'quittance.closed', invoice_id: invoiceId });
      close();
    };
    element.addEventListener('quittance.closed', close);
    button.addEventListener('click', leave);
    dialog.addEventListener('close', leave);
    document.body.append(host);
    dialog.showModal();
    return { element, close: leave };
  },
};

if (!customElements.get('quittance-checkout')) {
  customElements.define('quittance-checkout', CheckoutElement);
  window.Quittance = embed;
}

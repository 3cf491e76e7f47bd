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

class CheckoutElement extends HTMLElement implements QuittanceCheckoutElement {
  static observedAttributes = ['invoice'];
  check: QuittanceCheck = 'none';
  readonly #shadow = this.attachShadow({ mode: 'open' });
  #frame: HTMLIFrameElement | null = null;
  #note = document.createElement('div');
  #shown = '';
  #silence = 0;

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
    this.#note.setAttribute('role', 'status');
    this.#note.replaceChildren();
    this.#shadow.replaceChildren(frame, this.#note);
    clearTimeout(this.#silence);
    this.#silence = window.setTimeout(() => this.#sayRefused(), silentMillis);
  }

  /** Only of the frame itself, on the instance's origin, about this invoice. */
  readonly #heard = ({ origin, source, data }: MessageEvent<Partial<QuittanceMessage> | null>): void => {
    if (origin !== instanceOrigin || source !== this.#frame?.contentWindow || source === null) return;
    if (typeof data !== 'object' || data === null || !types.has(String(data.type))) return;
    if (data.invoice_id !== this.invoice.toLowerCase()) return;
    clearTimeout(this.#silence);
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

  #sayRefused(): void {
    const link = document.createElement('a');
    link.href = `${base}pay/${encodeURIComponent(this.invoice)}`;
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = 'Open the payment by itself';
    this.#note.replaceChildren(paragraph('The payment cannot be shown here. '), link);
  }
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

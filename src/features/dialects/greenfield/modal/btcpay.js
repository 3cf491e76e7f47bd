// window.btcpay: shows the checkout over the shop's page, with the functions and messages of BTCPay Server.
(() => {
  if (window.btcpay) return;
  const script = document.currentScript;
  const words = WORDS_OF_ALL_LANGUAGES;
  /** The checkout reports its size within this time. A browser that blocked the frame reports nothing. */
  const silentMillis = 10_000;
  /** The same, from the moment at which the frame has loaded something, including an error page. */
  const silentOnceLoadedMillis = 3_000;

  let base = withoutSlashes(script.src.replace(/modal\/btcpay\.js(?:[?#].*)?$/, ''));
  /** The invoice in the frame, with the last status that was reported; null for none. */
  let shown = null;
  const listeners = { enter: () => {}, leave: () => {}, receive: () => {} };

  window.btcpay = {
    setApiUrlPrefix: (url) => {
      base = withoutSlashes(new URL(url, location.href).href);
    },
    showInvoice: (invoiceId) => load(String(invoiceId), true),
    appendInvoiceFrame: (invoiceId) => load(String(invoiceId), false),
    showFrame: () => shown && show(shown),
    hideFrame: hide,
    onModalWillEnter: (listener) => {
      listeners.enter = listener;
    },
    onModalWillLeave: (listener) => {
      listeners.leave = listener;
    },
    onModalReceiveMessage: (listener) => {
      listeners.receive = listener;
    },
  };

  function load(invoiceId, isShownOnceLoaded) {
    if (shown) remove(shown);
    const { close, payment } = words[language()];
    const frame = document.createElement('iframe');
    Object.assign(frame, { name: 'btcpay', title: payment, allow: 'clipboard-write', referrerPolicy: 'origin' });
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', payment);
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', textContent: '×', title: close });
    button.setAttribute('aria-label', close);
    button.addEventListener('click', () => leave());
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      leave();
    });
    dialog.append(button, frame);
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    root.append(dialog);
    // A later call to setApiUrlPrefix does not concern this invoice.
    const at = { base, origin: new URL(base).origin };
    shown = { ...at, invoiceId, isShownOnceLoaded, host, dialog, frame, status: null, asked: null, silence: 0 };
    const mine = shown;
    awaitWord(mine, silentMillis);
    frame.addEventListener('load', () => {
      if (mine.asked === null) awaitWord(mine, silentOnceLoadedMillis);
    });
    frame.src = `${mine.base}/pay/${encodeURIComponent(invoiceId)}?${new URLSearchParams({ parent: location.origin })}`;
    document.body.append(host);
  }

  function show({ dialog, frame }) {
    if (dialog.open) return;
    listeners.enter();
    dialog.showModal();
    frame.focus();
  }

  function hide() {
    if (shown === null) return;
    listeners.leave();
    remove(shown);
  }

  function remove(one) {
    clearTimeout(one.silence);
    if (one.dialog.open) one.dialog.close();
    one.host.remove();
    if (shown === one) shown = null;
  }

  /** The customer closes the window. */
  function leave() {
    const one = shown;
    if (one === null) return;
    report(one, 'close');
    if (shown === one) hide();
  }

  /** Pages may also listen for messages of the frame themselves. */
  function report({ frame, origin }, data) {
    const event = new MessageEvent('message', { data, origin, source: frame.contentWindow });
    listeners.receive(event);
    window.dispatchEvent(event);
  }

  window.addEventListener('message', ({ origin, source, data }) => {
    const one = shown;
    if (one === null || origin !== one.origin || source === null || source !== one.frame.contentWindow) return;
    if (typeof data !== 'object' || data === null || data.invoice_id !== one.invoiceId.toLowerCase()) return;
    if (data.type === 'quittance.closed') leave();
    else if (/^quittance\.(?:resized|seen|paid|expired)$/.test(data.type)) void heard(one, data);
  });

  async function heard(one, { type, shown: payment }) {
    const isFirst = one.asked === null;
    const facts = type === 'quittance.resized' ? JSON.stringify(payment) : type;
    if (isFirst) {
      clearTimeout(one.silence);
      one.asked = facts;
      report(one, 'loaded');
      if (shown === one && one.isShownOnceLoaded) show(one);
    } else if (facts === one.asked) return;
    one.asked = facts;
    await reportStatus(one);
  }

  /** The frame does not say whether enough was paid, so the service is asked. */
  async function reportStatus(one) {
    const answer = await fetch(`${one.base}/modal/invoice/${encodeURIComponent(one.invoiceId)}`, {
      credentials: 'omit',
      cache: 'no-store',
    }).catch(() => null);
    const known = answer?.ok ? await answer.json().catch(() => null) : null;
    if (known === null || shown !== one || known.status === one.status) return;
    const isFirst = one.status === null;
    one.status = known.status;
    // BTCPay Server reports changes, and every invoice begins as New.
    if (!isFirst || known.status !== 'New') report(one, { invoiceId: one.invoiceId, status: known.status });
  }

  /** A page that may not frame the checkout leads there instead. */
  function awaitWord(one, millis) {
    clearTimeout(one.silence);
    one.silence = setTimeout(() => {
      if (shown !== one) return;
      remove(one);
      location.assign(`${one.base}/pay/${encodeURIComponent(one.invoiceId)}`);
    }, millis);
  }

  function language() {
    const preferred = [document.documentElement.lang, ...navigator.languages];
    const codes = preferred.map((tag) => tag.toLowerCase().split('-', 1)[0]);
    return codes.find((code) => Object.hasOwn(words, code)) ?? 'en';
  }

  function withoutSlashes(url) {
    return url.endsWith('/') ? withoutSlashes(url.slice(0, -1)) : url;
  }

  // A constructed stylesheet works under any content security policy of the shop's page.
  const style = `
    dialog { width: 100vw; height: 100vh; height: 100dvh; max-width: none; max-height: none; margin: 0; padding: 0;
      border: 0; overflow: hidden; color-scheme: light dark; background: Canvas; }
    dialog[open] { display: grid; grid-template-rows: auto 1fr; }
    dialog::backdrop { background: rgb(0 0 0 / 55%); }
    iframe { display: block; width: 100%; height: 100%; border: 0; }
    button { justify-self: end; width: 44px; height: 44px; margin: 4px 8px; padding: 0; border: 1px solid currentColor;
      border-radius: 10px; background: Canvas; color: CanvasText; font: 22px/1 system-ui, sans-serif;
      cursor: pointer; }`;
})();

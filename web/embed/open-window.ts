// Quittance.open: the checkout in a window over the shop's page.

import { englishWords } from './browser/fetch-words.ts';
import type { CheckoutElement } from './checkout-element.ts';
import { messageTypes } from './checkout-element.ts';
import { make, makeButton, shadowOf } from './drawn/make-element.ts';
import type { QuittanceEmbed, QuittanceMessage } from './embed.d.ts';
import { frameStyle } from './frame-style.ts';

export const embed: QuittanceEmbed = {
  open(invoiceId, options = {}) {
    const element = document.createElement('quittance-checkout') as CheckoutElement;
    element.invoice = invoiceId;
    if (options.lang !== undefined) element.lang = options.lang;
    if (options.key !== undefined) element.dataset.key = options.key;
    const button = makeButton(englishWords.texts.close, () => leave(), { class: 'close' });
    const dialog = make('dialog', { 'aria-label': englishWords.texts.payment }, button, make('slot'));
    void element.words().then(({ texts, language, direction }) => {
      button.textContent = texts.close;
      for (const [name, value] of Object.entries({ 'aria-label': texts.payment, lang: language, dir: direction }))
        dialog.setAttribute(name, value);
    });
    const host = make('div');
    shadowOf(host, 'open', frameStyle).append(dialog);
    // In the page's own tree, so that its events reach the page.
    host.append(element);
    for (const type of messageTypes)
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
    dialog.addEventListener('close', leave);
    document.body.append(host);
    dialog.showModal();
    return { element, close: leave };
  },
};

// embed.js: a shop's page draws what is to be paid by itself, holds the checkout in a frame, and hears of its state.
import { CheckoutElement } from './checkout-element.ts';
import { embed } from './open-window.ts';

if (!customElements.get('quittance-checkout')) {
  customElements.define('quittance-checkout', CheckoutElement);
  window.Quittance = embed;
}

// embed.js: a shop's page draws the payment request itself, shows the checkout in a frame, and receives its state.
import { CheckoutElement } from './checkout-element.ts';
import { embed } from './open-window.ts';

if (!customElements.get('quittance-checkout')) {
  customElements.define('quittance-checkout', CheckoutElement);
  window.Quittance = embed;
}

// What embed.js puts into a shop's page, for TypeScript: fetch it from <PUBLIC_URL>/embed.d.ts.

/** What a shop is told of an invoice that is paid within its page. */
export interface QuittanceMessage {
  /**
   * seen: a payment is on its way. paid: everything is confirmed. expired: the time to pay is over. closed: the
   * customer went away, or closed the window. resized: what is shown became higher or lower, or asks for another
   * payment.
   */
  readonly type: 'quittance.seen' | 'quittance.paid' | 'quittance.expired' | 'quittance.closed' | 'quittance.resized';
  readonly invoice_id: string;
  /** With `resized`: in CSS pixels. */
  readonly height?: number;
  /** With `resized`: whose address is shown, and the checksum beside it; null where none is shown. */
  readonly transaction_id?: string | null;
  readonly checksum?: string | null;
}

/** What came of comparing the address in the frame with the one that the service signed. */
export type QuittanceCheck = 'none' | 'checking' | 'agrees' | 'differs' | 'unknown';

/** `<quittance-checkout invoice="…">`. It dispatches each message as an event of its type, with it as `detail`. */
export interface QuittanceCheckoutElement extends HTMLElement {
  /** The id of the invoice; a change shows another one. */
  invoice: string;
  readonly check: QuittanceCheck;
}

export interface QuittanceOptions {
  /** The `kid` of GET /address-key, written down once: an address signed with any other key is not shown. */
  readonly key?: string;
  /** As <html lang>: 'de'. Otherwise the customer's browser decides. */
  readonly lang?: string;
  /** Every message, also those that the element dispatches. */
  readonly onMessage?: (message: QuittanceMessage) => void;
}

export interface QuittanceWindow {
  readonly element: QuittanceCheckoutElement;
  close(): void;
}

/** A backend never believes these messages: it hears by webhook, or asks GET /invoice/{id}. */
export interface QuittanceEmbed {
  /** Shows the checkout of an invoice in a window over the page. */
  open(invoiceId: string, options?: QuittanceOptions): QuittanceWindow;
}

declare global {
  interface Window {
    Quittance: QuittanceEmbed;
  }
  interface HTMLElementTagNameMap {
    'quittance-checkout': QuittanceCheckoutElement;
  }
}

// The types of embed.js, for TypeScript: fetch them from <PUBLIC_URL>/embed.d.ts.

/** A message to the shop's page about the invoice that is paid in it. */
export interface QuittanceMessage {
  /**
   * seen: a payment is on its way. paid: everything is confirmed. expired: the deadline has passed. closed: the
   * customer left or closed the window. resized: the frame's height changed, or it asks for another payment.
   */
  readonly type: 'quittance.seen' | 'quittance.paid' | 'quittance.expired' | 'quittance.closed' | 'quittance.resized';
  readonly invoice_id: string;
  /** With `resized`: in CSS pixels. */
  readonly height?: number;
  /** With `resized`: the payment that the page in the frame asks for; null if it asks for none. */
  readonly shown?: QuittanceShown | null;
  /** With `resized`: the language of the page in the frame. */
  readonly lang?: string;
}

/** One attempt to pay, as the page in the frame shows it. */
export interface QuittanceShown {
  readonly transaction_id: string;
  readonly to: string;
  readonly amount: string;
  /** Symbols. */
  readonly cryptocurrency: string;
  readonly network: string;
}

/**
 * The outcome of the verification. agrees: this page draws the payment that the instance signed, and the frame reports
 * the same. differs: something failed the verification, and the frame is hidden. unknown: the instance does not answer,
 * or this browser cannot verify. none: nothing is to be paid right now.
 */
export type QuittanceCheck = 'none' | 'checking' | 'agrees' | 'differs' | 'unknown';

/** `<quittance-checkout invoice="…">`. It dispatches each message as an event of its type, with it as `detail`. */
export interface QuittanceCheckoutElement extends HTMLElement {
  /** The id of the invoice; a change shows another one. */
  invoice: string;
  readonly check: QuittanceCheck;
}

export interface QuittanceOptions {
  /**
   * The `kid` of GET /address-key, written down once: an address is drawn only if it is signed by this key, or by one
   * that it named as its successor.
   */
  readonly key?: string;
  /** As in `<html lang>`: 'de'. Otherwise the customer's browser decides. */
  readonly lang?: string;
  /** Every message, also those that the element dispatches. */
  readonly onMessage?: (message: QuittanceMessage) => void;
}

export interface QuittanceWindow {
  readonly element: QuittanceCheckoutElement;
  close(): void;
}

/** A backend never trusts these messages: it relies on webhooks, or on GET /invoice/{id}. */
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

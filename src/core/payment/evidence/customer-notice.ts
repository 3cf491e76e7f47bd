// Decides how much an invoice's page reveals about a payment that waits for the merchant. The page is public to
// everyone with the link, so it must not reveal payments of other customers.
import type { Speaks } from './matching.ts';

/** The facts about a waiting payment that may belong to attempts of an invoice, as seen from that invoice. */
export interface WaitingEvidence {
  /** The payment came to an address that was shown for this invoice only. */
  readonly isOneTimeAddress: boolean;
  /** The payment may also belong to attempts of other invoices. */
  readonly mayBeOthers: boolean;
  /** No other invoice had an open attempt at its address when the payment came. */
  readonly isAlone: boolean;
  /** The evidence for attempts of this invoice. Empty if only the address matches, on another network. */
  readonly speaks: readonly Speaks[];
}

/** `perhaps`: the page says that a payment came which may be the customer's, without its details. */
export type Disclosure = 'everything' | 'perhaps' | 'nothing';

/**
 * A quote's exact amount and the sender's signature point to one attempt only. A declared sender, a lease or a near
 * amount may also fit another customer once a second invoice is paid at that address.
 */
export function disclosureOf({ isOneTimeAddress, mayBeOthers, isAlone, speaks }: WaitingEvidence): Disclosure {
  if (isOneTimeAddress) return 'everything';
  if (mayBeOthers) return 'nothing';
  if (speaks.includes('amount') || speaks.includes('signature') || isAlone) return 'everything';
  return 'perhaps';
}

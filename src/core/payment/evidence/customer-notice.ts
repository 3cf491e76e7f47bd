// What the customer of an invoice is told of a payment that waits for the merchant. Its page is public: whoever has the
// link reads it, so nothing of anybody else's payment may stand there.
import type { Speaks } from './matching.ts';

/** What is known of a payment that waits and may belong to attempts of an invoice, as that invoice sees it. */
export interface WaitingEvidence {
  /** It came to an address that was shown for this invoice only. */
  readonly isOneTimeAddress: boolean;
  /** Attempts of other invoices are among those that it may belong to. */
  readonly mayBeOthers: boolean;
  /** No other invoice had an open attempt at its address when it came. */
  readonly isAlone: boolean;
  /** What speaks for the attempts of this invoice. Nothing does where only the address on another network fits. */
  readonly speaks: readonly Speaks[];
}

/** `perhaps`: that something came which may be the customer's, and not what it was. */
export type Telling = 'everything' | 'perhaps' | 'nothing';

/**
 * A quote's exact amount and the sender's signature speak for one attempt alone. A declared sender, a lease, or an
 * amount that is near may be somebody else's as well as soon as another invoice is paid at that address.
 */
export function tellingOf({ isOneTimeAddress, mayBeOthers, isAlone, speaks }: WaitingEvidence): Telling {
  if (isOneTimeAddress) return 'everything';
  if (mayBeOthers) return 'nothing';
  if (speaks.includes('amount') || speaks.includes('signature') || isAlone) return 'everything';
  return 'perhaps';
}

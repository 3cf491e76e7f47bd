// What one statement reads of an invoice, an app and an address before an attempt is quoted.
import type { AppSettings } from '../../../core/app-settings.ts';
import type { TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import type { Invoice } from '../ledger/invoice-store.ts';
import type { Visit } from './quoting/place-store.ts';

/** The merchant's wallet that the payment goes to. */
export interface ReceivingWallet {
  readonly id: string;
  readonly kind: 'address' | 'xpub';
  readonly value: string;
  /** A fixed address that no open attempt uses; known only where a payment request asks. */
  readonly isFree: boolean;
  /** The asset's issuer lets nobody be paid there. */
  readonly isBlocked: boolean;
  /** The row where the app's use of it was changed past the service; null where it is what the owner entered. */
  readonly fault: TamperedRow | null;
}

/** What the app says of the asset it accepts; totals as decimals in the invoice's currency. */
export interface Acceptance {
  readonly confirmations: number | null;
  readonly minTotal: string | null;
  readonly maxTotal: string | null;
}

/** An open attempt by the same sender with the same asset that nothing was seen for. */
export interface EarlierAttempt {
  readonly id: string;
  readonly recipient: string;
  readonly derivationIndex: bigint | null;
  readonly isLeased: boolean;
  /** The row where the recipient is no longer the one that was quoted. */
  readonly fault: TamperedRow | null;
}

/**
 * The newest attempt by the same sender with the same asset that was canceled on request before anything was seen for
 * it, while the time of its quote runs, at an address of `wallet`.
 */
export interface CanceledAttempt {
  readonly id: string;
  readonly recipient: string;
  /** As of EarlierAttempt. */
  readonly fault: TamperedRow | null;
  /** The sum it asked for, in minor units of the invoice's currency. */
  readonly quoted: bigint;
  readonly windowSeconds: number;
}

export interface AttemptContext {
  readonly invoice: Invoice;
  /** Null for an invoice of the merchant. */
  readonly visit: Visit | null;
  readonly settings: AppSettings;
  readonly acceptance: Acceptance | null;
  readonly wallet: ReceivingWallet | null;
  readonly earlier: EarlierAttempt | null;
  readonly canceled: CanceledAttempt | null;
  readonly processing: number;
  /** Attempts that no money was seen for, since the last one that was paid; counted no further than is asked for. */
  readonly emptyAttempts: number;
  readonly hasWebhooks: boolean;
  /** How many milliseconds the network's clock runs ahead of `now`; 0 where it does not. */
  readonly clockLeadMs: number;
  /** An answer is kept for the request's Idempotency-Key. */
  readonly isRepeated: boolean;
  /** Whose the app is: the attempt's address must be theirs. */
  readonly ownerId: string;
  /** Nobody is quoted anything: an address of the app is not the one that its owner entered. */
  readonly isStopped: boolean;
}

// The data of an invoice, an app and an address that is read before an attempt is quoted.
import type { AppSettings } from '../../../core/app-settings.ts';
import type { TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import type { Invoice } from '../ledger/invoice-store.ts';
import type { Visit } from './quoting/place-store.ts';

/** The merchant's wallet that receives the payment. */
export interface ReceivingWallet {
  readonly id: string;
  readonly kind: 'address' | 'xpub';
  readonly value: string;
  /** A fixed address that no open attempt uses. It is read only for payment requests. */
  readonly isFree: boolean;
  /** Whether the issuer of the asset blocked the address. */
  readonly isBlocked: boolean;
  /**
   * The tampered row if the app's address was changed outside the service; null if it is the address that the owner
   * entered.
   */
  readonly fault: TamperedRow | null;
}

/** The app's terms for the asset. Totals are decimals in the currency of the invoice. */
export interface Acceptance {
  readonly confirmations: number | null;
  readonly minTotal: string | null;
  readonly maxTotal: string | null;
}

/** An open attempt by the same sender with the same asset and without a payment. */
export interface EarlierAttempt {
  readonly id: string;
  readonly recipient: string;
  readonly derivationIndex: bigint | null;
  readonly isLeased: boolean;
  /** The tampered row if the recipient differs from the quoted one. */
  readonly fault: TamperedRow | null;
}

/**
 * The newest attempt by the same sender with the same asset that was canceled on request without a payment. Its quote
 * has not expired and its address belongs to `wallet`.
 */
export interface CanceledAttempt {
  readonly id: string;
  readonly recipient: string;
  /** As in EarlierAttempt. */
  readonly fault: TamperedRow | null;
  /** The quoted value, in minor units of the invoice's currency. */
  readonly quoted: bigint;
  readonly windowSeconds: number;
}

export interface AttemptContext {
  readonly invoice: Invoice;
  /** Null for an invoice made by the merchant. */
  readonly visit: Visit | null;
  readonly settings: AppSettings;
  readonly acceptance: Acceptance | null;
  readonly wallet: ReceivingWallet | null;
  readonly earlier: EarlierAttempt | null;
  readonly canceled: CanceledAttempt | null;
  readonly processing: number;
  /** The number of attempts without a payment since the last one with a payment. Counting stops at the limit. */
  readonly emptyAttempts: number;
  readonly hasWebhooks: boolean;
  /** The milliseconds by which the network's clock runs ahead of `now`; 0 if it does not. */
  readonly clockLeadMs: number;
  /** The seconds by which the test clock of the app runs ahead of `now`; 0 unless it was moved. */
  readonly appLeadSeconds: number;
  /** Whether an answer is stored for the request's Idempotency-Key. */
  readonly isRepeated: boolean;
  /** The owner of the app. The address of the attempt must belong to this owner. */
  readonly ownerId: string;
  /** No quotes are given because an address of the app is not the one that its owner entered. */
  readonly isStopped: boolean;
}

// The signed statement of one attempt to pay.
import { type Jwk, verified } from './jws.ts';

export interface Statement {
  readonly invoice_id: string;
  readonly transaction_id: string;
  readonly status: string;
  /** The hash of the seen payment; null if none was seen. */
  readonly hash: string | null;
  /** Whether a payment is requested. Otherwise there is no address, amount or link. */
  readonly awaited: boolean;
  readonly to: string;
  readonly amount: string | null;
  readonly payment_uri: string | null;
  /** Symbols. */
  readonly cryptocurrency: string;
  readonly network: string;
  readonly network_name: string;
  readonly chain_id: number | null;
  readonly contract: string | null;
  /** Both by the clock of the instance. */
  readonly expire_at: string | null;
  readonly signed_at: string;
  readonly nonce: string;
}

export interface Wanted {
  readonly invoiceId: string;
  readonly transactionId: string;
  /** Random for each request, so that no earlier answer has it. */
  readonly nonce: string;
}

/** Null unless the key signed it, in answer to this request, for this attempt of this invoice. */
export async function statementFor(wanted: Wanted, jws: string, key: Jwk): Promise<Statement | null> {
  const said = await verified<Statement>(jws, 'quittance-address', key);
  if (said === null || said.nonce !== wanted.nonce) return null;
  return said.invoice_id === wanted.invoiceId && said.transaction_id === wanted.transactionId ? said : null;
}

/** Milliseconds from the signature to the payment's deadline; 0 if no payment is requested. */
export function millisecondsLeft({ awaited, expire_at, signed_at }: Statement): number {
  if (!awaited) return 0;
  return expire_at === null ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(expire_at) - Date.parse(signed_at));
}

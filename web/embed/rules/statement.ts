// The signed statement of one attempt to pay.
import { type Jwk, verified } from './jws.ts';

export interface Statement {
  readonly invoice_id: string;
  readonly transaction_id: string;
  readonly status: string;
  /** The hash of the payment that was seen; null where none was. */
  readonly hash: string | null;
  /** Whether a payment is asked for. Otherwise it has no address, amount or link. */
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
  /** Drawn for this one question: no earlier answer has it. */
  readonly nonce: string;
}

/** Null unless the key signed it, in answer to this question, of this attempt of this invoice. */
export async function statementFor(wanted: Wanted, jws: string, key: Jwk): Promise<Statement | null> {
  const said = await verified<Statement>(jws, 'quittance-address', key);
  if (said === null || said.nonce !== wanted.nonce) return null;
  return said.invoice_id === wanted.invoiceId && said.transaction_id === wanted.transactionId ? said : null;
}

/** For how long from the moment of the signature on a payment is asked for, in milliseconds: 0 where none is. */
export function millisecondsLeft({ awaited, expire_at, signed_at }: Statement): number {
  if (!awaited) return 0;
  return expire_at === null ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(expire_at) - Date.parse(signed_at));
}

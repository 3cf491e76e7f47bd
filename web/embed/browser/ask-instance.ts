// Requests the payment from the instance. Answers count only if a key that the shop's page trusts has signed them.
import { believedKid, type KeyAnswer } from '../rules/instance-key.ts';
import { base64url, headOf } from '../rules/jws.ts';
import { type Statement, statementFor } from '../rules/statement.ts';
import { rememberedKid, rememberKid } from './remembered-key.ts';

export interface AskedInstance {
  /** The instance's URL, with a slash at the end. */
  readonly base: string;
  /** The thumbprint in the shop's page; null if there is none. */
  readonly namedKey: string | null;
}

/** These members are not signed: they only choose one of our own sentences, and the time of the next request. */
interface AnsweredTransaction {
  readonly id: string;
  readonly status: string;
  readonly hash: string | null;
  readonly identified_by: string | null;
  readonly network: { readonly internal_transfers: string | null };
  readonly address_signature?: string;
}

export type Answer =
  | {
      readonly kind: 'statement';
      readonly statement: Statement;
      /** `performance.now()` before the request. */
      readonly askedAt: number;
      readonly needsHash: boolean;
      readonly needsPlainAccount: boolean;
    }
  /** refused: no trusted key has signed this answer to this request. */
  | { readonly kind: 'refused' | 'unreachable' };

export async function askPayment(at: AskedInstance, invoiceId: string, transactionId: string): Promise<Answer> {
  const askedAt = performance.now();
  const nonce = base64url(crypto.getRandomValues(new Uint8Array(18)));
  const path = `transaction/${encodeURIComponent(transactionId)}`;
  const answer = await ask<AnsweredTransaction>(at.base, path, { signed: 'true', nonce });
  if (answer === 404) return { kind: 'refused' };
  if (typeof answer === 'number' || answer.address_signature === undefined) return { kind: 'unreachable' };
  const jws = answer.address_signature;
  const key = await believedKey(at, headOf(jws)?.kid);
  if (typeof key === 'string') return { kind: key };
  // While an instance changes its key, its processes have different keys.
  if (headOf(jws)?.kid !== key.kid) return { kind: 'unreachable' };
  const statement = await statementFor({ invoiceId, transactionId, nonce }, jws, key);
  if (statement === null) return { kind: 'refused' };
  const needsHash = answer.identified_by === 'hash';
  const isDirectOnly = answer.network?.internal_transfers === 'direct_only';
  const needsPlainAccount = statement.contract === null && isDirectOnly;
  return { kind: 'statement', statement, askedAt, needsHash, needsPlainAccount };
}

/** The attempt that waits for its payment, otherwise the one with a seen payment; null if there is neither. */
export async function findAttempt({ base }: AskedInstance, invoiceId: string): Promise<string | null | 'unreachable'> {
  const answer = await ask<readonly AnsweredTransaction[]>(base, 'transactions', { invoice_id: invoiceId });
  if (answer === 404) return null;
  if (typeof answer === 'number') return 'unreachable';
  const found = answer.find((one) => one.status === 'processing' && one.hash === null) ?? answer[0];
  return found?.id ?? null;
}

/** The HTTP status if the answer is unusable; 0 if none came. */
export async function ask<T>(base: string, path: string, query: Record<string, string> = {}): Promise<T | number> {
  try {
    const address = `${base}api/${path}?${new URLSearchParams({ v: '1', ...query })}`;
    const signal = AbortSignal.timeout(15_000);
    const answer = await fetch(address, { credentials: 'omit', cache: 'no-store', signal });
    return answer.ok ? ((await answer.json()) as T) : answer.status;
  } catch {
    return 0;
  }
}

type BelievedKey = KeyAnswer & { readonly kid: string };

const believed = new Map<string, BelievedKey>();

/** The instance's current key, if it is trusted. Requested again unless `kid` is already known. */
export async function believedKey(
  { base, namedKey }: AskedInstance,
  kid?: string,
): Promise<BelievedKey | 'refused' | 'unreachable'> {
  const known = namedKey ?? rememberedKid(base);
  const name = `${base} ${known}`;
  const kept = believed.get(name);
  if (kept !== undefined && kept.kid === kid) return kept;
  const answer = await ask<KeyAnswer>(base, 'address-key');
  if (typeof answer === 'number') return 'unreachable';
  const found = await believedKid(answer, known).catch(() => null);
  if (found === null) return 'refused';
  rememberKid(base, found);
  const key = { ...answer, kid: found };
  believed.set(name, key);
  return key;
}

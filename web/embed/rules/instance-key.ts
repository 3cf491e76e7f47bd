// Decides which key of the instance is trusted: the known one, or one that it named as its successor.
import { headOf, type Jwk, thumbprint, verified } from './jws.ts';

/** As returned by GET /address-key. */
export interface KeyAnswer extends Jwk {
  readonly successions?: readonly string[];
}

/** Longer chains of successors are not read; an instance changes its key rarely. */
const mostSuccessions = 64;

/**
 * The thumbprint of the returned key; null if it is neither `known` nor a successor of it. If `known` is null, any key
 * is trusted.
 */
export async function believedKid(answer: KeyAnswer, known: string | null): Promise<string | null> {
  const kid = await thumbprint(answer);
  const believed = new Set([known ?? kid]);
  const unread = new Set(answer.successions?.slice(0, mostSuccessions));
  for (let isGrowing = true; isGrowing && !believed.has(kid); ) {
    isGrowing = false;
    for (const jws of unread) {
      if (!believed.has(headOf(jws)?.kid ?? '')) continue;
      unread.delete(jws);
      const next = await successorIn(jws);
      if (next !== null) believed.add(next);
      isGrowing = true;
    }
  }
  return believed.has(kid) ? kid : null;
}

/** The thumbprint of the successor of the signing key; null if the signature is invalid. */
async function successorIn(jws: string): Promise<string | null> {
  const { kid, jwk } = headOf(jws) ?? {};
  if (jwk === undefined || (await thumbprint(jwk)) !== kid) return null;
  return (await verified<{ kid: string }>(jws, 'quittance-successor', jwk))?.kid ?? null;
}

// Which key of the instance is believed: the known one, or one that it named as its successor.
import { headOf, type Jwk, thumbprint, verified } from './jws.ts';

/** As GET /address-key answers it. */
export interface KeyAnswer extends Jwk {
  readonly successions?: readonly string[];
}

/** An instance changes its key now and then. More than this is not read. */
const mostSuccessions = 64;

/** The thumbprint of the key answered; null where it is neither `known` nor a successor of it. Any key is, of null. */
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

/** The thumbprint of the key that comes after the one that signed; null where its signature does not hold. */
async function successorIn(jws: string): Promise<string | null> {
  const { kid, jwk } = headOf(jws) ?? {};
  if (jwk === undefined || (await thumbprint(jwk)) !== kid) return null;
  return (await verified<{ kid: string }>(jws, 'quittance-successor', jwk))?.kid ?? null;
}

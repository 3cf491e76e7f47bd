// The signature of EPay and Epusdt over the fields of a message: sorted, joined, and hashed with the shop's key.
import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem } from '../../../core/problem.ts';

export type Fields = Readonly<Record<string, string>>;

const unsigned = new Set(['sign', 'sign_type', 'signature']);

/**
 * Returns the MD5 (lower-case hexadecimal) of the non-empty fields as `name=value`, sorted by name and joined with `&`,
 * followed by the key. MD5 keeps no secret of this form safe for other uses, so the key has none.
 * Source: the public documentation of EPay and of Epusdt.
 */
export function signatureOf(fields: Fields, key: string): string {
  const pairs = Object.entries(fields).filter(([name, value]) => value !== '' && !unsigned.has(name));
  const text = pairs
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return createHash('md5')
    .update(text + key)
    .digest('hex');
}

/** Whether `signature`, in any case, covers these fields. Takes the same time for every wrong signature. */
export function isSignedBy(key: string, fields: Fields, signature: string): boolean {
  return isSame(signature.toLowerCase(), signatureOf(fields, key));
}

/**
 * The joined text does not say where a field ends: `name=A&money=0.01` signed as a name can be sent as a name and a sum
 * by a customer who chose the name. Throws Problem malformed_request for an order with a value that contains `&` and
 * one of the `decisive` names. `last`: a field that is sorted after all of these, so that its value can hide none.
 */
export function refuseAmbiguous(fields: Fields, decisive: readonly string[], last: string): void {
  for (const [field, value] of Object.entries(fields)) {
    const hidden = field === last ? undefined : decisive.find((name) => value.includes(`&${name}=`));
    if (hidden !== undefined)
      throw new Problem('malformed_request', {
        detail: `The field ${field} contains &${hidden}=, so the signature does not say which field that is.`,
      });
  }
}

/** Compares two texts in a time that depends on their length only. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

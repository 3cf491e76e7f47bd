// The limits of a token in the body that creates it: the address ranges that it works from, and its expiry. Personal
// and app tokens share them.
import { readEnd, readTimeZone } from '../../../../core/time/moment.ts';
import { readRanges, tokenEnd } from '../../../../core/token-bounds.ts';
import { moment, nullable } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';

export const boundsInBody = {
  cidrs: Type.Optional(
    nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: 'Works only from these ranges, at most /8 (IPv6: /19).',
      }),
    ),
  ),
  expires_at: Type.Optional(
    moment('A time, or a day: the token expires at its end (UTC). Default: in 90 days. At most a year.'),
  ),
};

/** Throws a Problem that names `expires_at` or each invalid item of `cidrs`, like tokenEnd and readRanges. */
export function readBounds(
  { cidrs, expires_at: end }: { readonly cidrs?: readonly string[] | null; readonly expires_at?: string },
  now: Date,
): { readonly cidrs: string[] | null; readonly expiresAt: Date } {
  const wanted = end ? readEnd({ field: 'expires_at', text: end, timeZone: readTimeZone(undefined) }) : null;
  const expiresAt = tokenEnd(wanted, now);
  return { expiresAt, cidrs: cidrs ? readRanges(cidrs) : null };
}

// The writable fields of an OAuth 2 client, and the checks that a schema cannot express.

import { type FieldError, Problem } from '../../../../core/problem.ts';
import { type ApplicationType, redirectRefusals, refuseRedirectUri } from '../../../../core/redirect-uri.ts';
import { Type } from '../../../../io/schema.ts';
import { hashToken, mintToken } from '../../../../io/secrets/token.ts';

const uri = Type.String({ minLength: 1, maxLength: 1000 });

export const RedirectUris = Type.Array(uri, {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
  description: 'Compared exactly; for a native client the port of a loopback address may differ.',
  examples: [['https://books.example/in']],
});

export const clientFieldsInBody = {
  name: Type.String({ minLength: 1, maxLength: 255, description: 'Shown to people who are asked for consent.' }),
  redirect_uris: RedirectUris,
  post_logout_redirect_uris: Type.Array(uri, { maxItems: 20, uniqueItems: true }),
};

/** Throws a Problem that names each invalid URI. */
export function checkRedirectUris(
  type: ApplicationType,
  given: { readonly redirect_uris?: readonly string[]; readonly post_logout_redirect_uris?: readonly string[] },
): void {
  const errors: FieldError[] = [];
  for (const list of ['redirect_uris', 'post_logout_redirect_uris'] as const) {
    for (const [index, text] of (given[list] ?? []).entries()) {
      const code = refuseRedirectUri(text, type);
      if (code !== null) errors.push({ field: `${list}.${index}`, code, message: redirectRefusals[code] });
    }
  }
  if (errors.length > 0) throw new Problem('validation_failed', { errors });
}

/** Generates a secret. It is shown once, and only its hash is stored. */
export function newClientSecret(): { readonly secret: string; readonly hash: Buffer } {
  const secret = mintToken('qcs_');
  return { secret, hash: hashToken(secret) };
}

/** Returns the origins (RFC 6454) of URIs, as browsers send them. URIs with an app's own scheme have none. */
export function webOriginsOf(uris: readonly string[]): string[] {
  const origins = uris.map((uri) => new URL(uri).origin).filter((origin) => origin !== 'null');
  return [...new Set(origins)];
}

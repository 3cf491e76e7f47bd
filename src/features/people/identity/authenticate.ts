// Identifies the caller by the Authorization header, or otherwise by the browser's session cookie. An invalid header is
// rejected, never ignored.
import type { IncomingHttpHeaders } from 'node:http';
import type { Vouching } from '../../../core/access/team.ts';
import type { AppTokenCaller, Caller } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import { isBoundToRanges, worksFrom } from '../../../core/token-bounds.ts';
import { coalesce, pointReads } from '../../../io/db/coalesce.ts';
import { hashToken, tokenIsWellFormed } from '../../../io/secrets/token.ts';
import type { Instance } from '../../instance.ts';
import { sessionOf } from './session-store.ts';
import { findTokenOwner, recordTokenUse } from './store.ts';

const bearer = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i;

export interface TokenApp {
  readonly id: string;
  readonly ownerId: string;
  readonly tokenMac: Buffer | null;
}

/** Looks up tokens other than personal ones. Other folders, which issue those tokens, provide the functions. */
export interface OtherTokens {
  /**
   * Returns the live apps with main tokens of these SHA-256 hashes, in the order of the hashes, with null for unknown
   * ones.
   */
  appsOf(hashes: readonly Buffer[]): Promise<(TokenApp | null)[]>;
  /**
   * Returns the caller of the scoped app token with this SHA-256, or null if it is not live. Throws Problem
   * token_bound_to_addresses.
   */
  scopedAppToken(hash: Buffer, address: string): Promise<AppTokenCaller | null>;
  /** Returns the caller of an OAuth 2 client's access token, or null if it is not live. */
  clientOf(token: string): Promise<Caller | null>;
  /** Tells real members of apps from rows that were written outside the service. */
  readonly vouches: Vouching;
}

/**
 * The cookie is ignored if there is an Authorization header. Throws Problem invalid_token (401) if the header contains
 * no live token, and token_bound_to_addresses (403) if the token does not work from this address. A cookie without a
 * live session makes the caller anonymous.
 */
export function authenticator(
  instance: Instance,
  others: OtherTokens,
): (headers: IncomingHttpHeaders, address: string) => Promise<Caller> {
  const appOf = coalesce((hashes: readonly Buffer[]) => others.appsOf(hashes), pointReads);
  const { vouches } = others;
  return async (headers, address) => {
    if (headers.authorization === undefined) return fromCookie(instance, headers.cookie, vouches);
    const token = bearer.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) throw refusal(notBearer(headers.authorization));
    if (!/^q(?:pat|app)_/.test(token)) {
      const client = await others.clientOf(token);
      if (client === null) throw refusal();
      return 'userId' in client ? { ...client, vouches } : client;
    }
    // The token's checksum saves a query for invalid tokens.
    if (!tokenIsWellFormed(token)) throw refusal();
    const hash = hashToken(token);
    if (!token.startsWith('qapp_')) return fromPersonalToken(instance, { hash, address, vouches });
    const app = await appOf(hash);
    const caller = app === null ? await others.scopedAppToken(hash, address) : fromMainToken(instance, app, hash);
    if (caller === null) throw refusal();
    return caller;
  };
}

function fromMainToken(instance: Instance, app: TokenApp, tokenHash: Buffer): AppTokenCaller {
  if (instance.seals.verify('app_token', { ...app, tokenHash }, app.tokenMac))
    return { kind: 'app_token', appId: app.id, ownerId: app.ownerId };
  instance.log.error(
    { event: 'token.tampered', app: app.id },
    'an app token was changed outside the service; rejected',
  );
  throw refusal();
}

async function fromPersonalToken(
  instance: Instance,
  { hash, address, vouches }: { readonly hash: Buffer; readonly address: string; readonly vouches: Vouching },
): Promise<Caller> {
  const now = instance.clock.now();
  const owner = await findTokenOwner(instance.db, hash, now);
  if (owner === null) throw refusal();
  if (!instance.seals.verify('personal_access_token', { ...owner, tokenHash: hash }, owner.mac)) {
    instance.log.error(
      { event: 'token.tampered', token: owner.id },
      'a token was changed outside the service; rejected',
    );
    throw refusal();
  }
  if (!worksFrom(owner.cidrs, address)) throw new Problem('token_bound_to_addresses');
  if (owner.isStale) await recordTokenUse(instance.db, owner.id, now);
  const { id: tokenId, userId, scopes, appIds, cidrs } = owner;
  return { kind: 'pat', userId, tokenId, scopes, appIds, hasAddressRanges: isBoundToRanges(cidrs), vouches };
}

async function fromCookie(instance: Instance, cookieHeader: string | undefined, vouches: Vouching): Promise<Caller> {
  if (cookieHeader === undefined) return { kind: 'public' };
  const session = await sessionOf(instance, cookieHeader);
  return session === null ? { kind: 'public' } : { kind: 'cookie', ...session, vouches };
}

const schemeName = /^[A-Za-z][A-Za-z0-9-]{0,20}(?= )/;

/** Names the scheme that came, and never the rest of the header. */
function notBearer(header: string): string {
  const scheme = schemeName.exec(header)?.[0];
  const sent = scheme === undefined || /^bearer$/i.test(scheme) ? 'The header has another form' : `${scheme} was sent`;
  return `${sent}, and Bearer is expected. Send the header Authorization: Bearer qpat_… or Bearer qapp_…`;
}

function refusal(detail?: string): Problem {
  return new Problem('invalid_token', {
    ...(detail === undefined ? {} : { detail }),
    headers: { 'www-authenticate': 'Bearer realm="quittance", error="invalid_token"' },
  });
}

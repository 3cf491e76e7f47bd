// Authenticates a caller with a scoped app token.
import type { Vouching } from '../../../../core/access/team.ts';
import type { AppTokenCaller } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import { worksFrom } from '../../../../core/token-bounds.ts';
import type { Instance } from '../../../instance.ts';
import { findUsableToken, recordAppTokenUse, type TokenKey, type UsableAppToken } from './app-token-store.ts';

/**
 * Returns the caller of this token. Returns null if the token has expired, its app is archived, its
 * maker left, or a row was changed outside the service. Throws Problem token_bound_to_addresses (403) if the token does
 * not work from this address; null checks none.
 */
export async function readAppToken(
  instance: Pick<Instance, 'db' | 'seals' | 'clock' | 'log'>,
  vouches: Vouching,
  key: TokenKey,
  address: string | null,
): Promise<AppTokenCaller | null> {
  const now = instance.clock.now();
  const token = await findUsableToken(instance.db, key, now);
  if (token === null) return null;
  const { id: tokenId, appId, ownerId, userId: makerId, scopes } = token;
  if (!isSealed(instance, token)) {
    const facts = { event: 'token.tampered', token_id: tokenId, app: appId };
    instance.log.error(facts, 'an app token was changed outside the service; rejected');
    return null;
  }
  if (!vouches(appId, makerId, token.member)) return null;
  if (address !== null && !worksFrom(token.cidrs, address)) throw new Problem('token_bound_to_addresses');
  if (token.isStale) await recordAppTokenUse(instance.db, tokenId, now);
  return { kind: 'app_token', appId, ownerId, scoped: { tokenId, makerId, scopes }, vouches };
}

/** Also verifies the app's row, which names the owner of the app. */
function isSealed({ seals }: Pick<Instance, 'seals'>, token: UsableAppToken): boolean {
  const { appId: id, ownerId, mainHash } = token;
  return (
    seals.verify('scoped_app_token', token, token.mac) &&
    seals.verify('app_token', { id, ownerId, tokenHash: mainHash }, token.mainMac)
  );
}

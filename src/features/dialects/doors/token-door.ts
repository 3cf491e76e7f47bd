// Authenticates the shop of a door that sends a token.
import type { TokenDoorKind } from '../../../core/access/door-kinds.ts';
import type { AppTokenCaller, Caller } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import { hashToken, tokenIsWellFormed } from '../../../io/secrets/token.ts';
import type { Instance } from '../../instance.ts';
import type { DialectParts } from './dialect-parts.ts';
import { findDoorByToken } from './door-store.ts';

interface SentToken {
  readonly kind: TokenDoorKind;
  /** As the shop sent it; null for none. */
  readonly token: string | null;
  /** The address of the shop's server. */
  readonly address: string;
}

/**
 * Other tokens of the app are refused, because the owner opened no door for them. The caller may do what the door's
 * scopes say. The setting `app_token_may` is about the app's own token. Throws Problem invalid_token or
 * token_bound_to_addresses.
 */
export async function callerOfTokenDoor(
  { db }: Pick<Instance, 'db'>,
  { callerOf }: Pick<DialectParts, 'callerOf'>,
  { kind, token, address }: SentToken,
): Promise<AppTokenCaller> {
  if (token === null || !tokenIsWellFormed(token)) throw new Problem('invalid_token');
  const hash = hashToken(token);
  const [caller, door] = await Promise.all([callerOf({ hash }, address), findDoorByToken(db, kind, hash)]);
  const { scoped } = caller;
  if (door === null || scoped?.tokenId !== door.id) throw new Problem('invalid_token');
  return { ...caller, scoped: { ...scoped, isDoor: true } };
}

/** The caller of a request that callerOfTokenDoor authenticated. */
export function doorCallerIn({ caller }: { readonly caller: Caller }): AppTokenCaller {
  if (caller.kind !== 'app_token') throw new Error('the caller of a door has an app token');
  return caller;
}

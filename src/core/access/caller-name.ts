// How a caller is named where it is written down who did something, and whose answers they hear again.
import type { Caller } from '../access.ts';

/** A stable name for the caller, to keep one caller's idempotency keys apart from another's. */
export function callerName(caller: Caller): string {
  switch (caller.kind) {
    case 'public':
      return 'public';
    case 'app_token':
      return `app:${caller.appId}${caller.scoped ? ` token:${caller.scoped.tokenId}` : ''}`;
    case 'oauth2':
      return `oauth2:${caller.clientId}:${caller.userId}`;
    default:
      return `user:${caller.userId}`;
  }
}

/**
 * Whose kept answers a request may hear again: a token may see less than the person who made it, so it has its own.
 * Strangers have nothing in common but the object that they name, so theirs are of that object alone.
 */
export function repeaterName(caller: Caller, objectId: string): string {
  if (caller.kind === 'public') return `public:${objectId}`;
  if (caller.kind === 'oauth2') return `${callerName(caller)}:${[...caller.scopes].sort().join(' ')}`;
  return caller.kind === 'pat' ? `token:${caller.tokenId}` : callerName(caller);
}

// Names of callers, for records of who did something and for stored answers to repeated requests.
import type { Caller } from '../access.ts';

/** A stable name for the caller. It keeps the idempotency keys of different callers apart. */
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
 * The name under which answers are stored for repeated requests. A token may see less than its maker, so it has its own
 * name. Anonymous callers share a name for each object.
 */
export function repeaterName(caller: Caller, objectId: string): string {
  if (caller.kind === 'public') return `public:${objectId}`;
  if (caller.kind === 'oauth2') return `${callerName(caller)}:${[...caller.scopes].sort().join(' ')}`;
  return caller.kind === 'pat' ? `token:${caller.tokenId}` : callerName(caller);
}

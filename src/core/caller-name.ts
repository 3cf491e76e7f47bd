// How a caller is named where it is written down who did something.
import type { Caller } from './access.ts';

/** A stable name for the caller, to keep one caller's idempotency keys apart from another's. */
export function callerName(caller: Caller): string {
  switch (caller.kind) {
    case 'public':
      return 'public';
    case 'app_token':
      return `app:${caller.appId}`;
    case 'oauth2':
      return `oauth2:${caller.clientId}:${caller.userId}`;
    default:
      return `user:${caller.userId}`;
  }
}

// The request that better-auth is handling: the context for the audit entries written on its behalf.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface PresentRequest {
  /** The path below /api/auth. */
  readonly path: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Whether a new password also ends all other access to the account. */
  readonly endsAccess: boolean;
}

export const presentRequest = new AsyncLocalStorage<PresentRequest>();

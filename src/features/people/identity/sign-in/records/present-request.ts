// The request that better-auth is answering, for what is written on its behalf: who asked for what, from where.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface PresentRequest {
  /** Below /api/auth. */
  readonly path: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Whether a new password is to end all other access to the account. */
  readonly endsAccess: boolean;
}

export const presentRequest = new AsyncLocalStorage<PresentRequest>();

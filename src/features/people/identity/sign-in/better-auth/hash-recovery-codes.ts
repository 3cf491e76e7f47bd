// Recovery codes are kept as keyed hashes, which better-auth does not know how to do: it compares what it is given.
import { createHmac } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { Vault } from '../../../../../io/secrets/vault.ts';

const mark = 'hmac-sha256:';

export interface RecoveryCodes {
  /** For `backupCodeOptions.storeBackupCodes`: from and to the JSON list of codes. */
  readonly storage: { encrypt(list: string): Promise<string>; decrypt(stored: string): Promise<string> };
  /** Hashes the code that somebody presents before it is compared, so that a stolen hash opens nothing. */
  readonly plugin: BetterAuthPlugin;
}

/** A code has 59 bits and so is hashed under a key of the instance's: a copy of the database alone tells none. */
export function hashRecoveryCodes(vault: Pick<Vault, 'keyFor'>): RecoveryCodes {
  const key = vault.keyFor('recovery codes');
  const hashed = (code: string) => mark + createHmac('sha256', key).update(code).digest('base64url');
  return {
    storage: {
      // After a use better-auth stores what is left, which are hashes already.
      encrypt: async (list) =>
        JSON.stringify((JSON.parse(list) as string[]).map((code) => (code.startsWith(mark) ? code : hashed(code)))),
      decrypt: async (stored) => stored,
    },
    plugin: {
      id: 'hash-recovery-codes',
      hooks: {
        before: [
          {
            matcher: ({ path }) => path === '/two-factor/verify-backup-code',
            handler: createAuthMiddleware(async ({ body }) => {
              const { code } = (body ?? {}) as { code?: unknown };
              if (typeof code !== 'string') return;
              return { context: { body: { ...body, code: hashed(code.trim()) } } };
            }),
          },
        ],
      },
    },
  };
}

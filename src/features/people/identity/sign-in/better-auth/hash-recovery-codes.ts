// Stores recovery codes as keyed hashes. better-auth itself cannot do this, because it compares the code with the
// stored value.
import { createHmac } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { Vault } from '../../../../../io/secrets/vault.ts';

const mark = 'hmac-sha256:';

export interface RecoveryCodes {
  /** For `backupCodeOptions.storeBackupCodes`. Converts from and to the JSON list of codes. */
  readonly storage: { encrypt(list: string): Promise<string>; decrypt(stored: string): Promise<string> };
  /** Hashes a submitted code before better-auth compares it, so that a stolen hash is useless. */
  readonly plugin: BetterAuthPlugin;
}

/**
 * A code has only 59 bits, so it is hashed with an instance key. A copy of the database alone does not reveal codes.
 */
export function hashRecoveryCodes(vault: Pick<Vault, 'keyFor'>): RecoveryCodes {
  const key = vault.keyFor('recovery codes');
  const hashed = (code: string) => mark + createHmac('sha256', key).update(code).digest('base64url');
  return {
    storage: {
      // After a use, better-auth stores the remaining codes, which are already hashed.
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

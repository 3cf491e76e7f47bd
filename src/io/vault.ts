// Seals what must be shown again later (app tokens, webhook secrets, kept answers) under the instance's key.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** `context` says whose secret it is: what was sealed for one does not open for another. */
export interface Vault {
  seal(plain: string, context: string): Buffer;
  /** Throws VaultFault for bytes that this key did not seal for this context, or that were changed since. */
  open(sealed: Buffer, context: string): string;
  /** 32 bytes that only this instance knows, the same each time for one purpose: for what signs rather than seals. */
  keyFor(purpose: string): Buffer;
}

export class VaultFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VaultFault';
  }
}

const version = 1;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 1 + ivBytes;

/**
 * AES-256-GCM: one byte of version, 12 of IV, the ciphertext, 16 of tag. Each context has a key of its own, derived by
 * HKDF-SHA-256 (RFC 5869): so few messages share a key that random IVs never come near their limit (NIST SP 800-38D:
 * 2^32 under one key). secretKey: 32 bytes.
 */
export function createVault(secretKey: Buffer): Vault {
  if (secretKey.length !== 32) throw new Error('The secret key has 32 bytes');
  const keyOf = (context: string) =>
    Buffer.from(hkdfSync('sha256', secretKey, '', `quittance vault 1\n${context}`, 32));
  return {
    seal(plain, context) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', keyOf(context), iv).setAAD(additionalData(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), iv, body, cipher.getAuthTag()]);
    },
    open(sealed, context) {
      if (sealed.length < headBytes + tagBytes || sealed[0] !== version) {
        throw new VaultFault(`These bytes were not sealed by this version (context ${context})`);
      }
      const iv = sealed.subarray(1, headBytes);
      const decipher = createDecipheriv('aes-256-gcm', keyOf(context), iv, { authTagLength: tagBytes });
      decipher.setAAD(additionalData(context)).setAuthTag(sealed.subarray(-tagBytes));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(headBytes, -tagBytes)), decipher.final()]).toString(
          'utf8',
        );
      } catch (error) {
        throw new VaultFault(
          `SECRET_KEY does not open what was sealed for ${context}: is it the key of this database?`,
          {
            cause: error,
          },
        );
      }
    },
    keyFor: (purpose) => Buffer.from(hkdfSync('sha256', secretKey, '', `quittance key 1\n${purpose}`, 32)),
  };
}

function additionalData(context: string): Buffer {
  return Buffer.from(context, 'utf8');
}

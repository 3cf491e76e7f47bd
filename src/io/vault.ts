// Seals what must be shown again later (app tokens, webhook secrets, kept answers) under the instance's key.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';

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
  const keyOf = keyDeriver(secretKey);
  const drawIv = ivDrawer();
  return {
    seal(plain, context) {
      const iv = drawIv();
      const cipher = createCipheriv('aes-256-gcm', keyOf(context), iv).setAAD(additionalData(context));
      const [body, rest] = [cipher.update(plain, 'utf8'), cipher.final()];
      return Buffer.concat([Buffer.of(version), iv, body, rest, cipher.getAuthTag()]);
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

/**
 * What hkdfSync('sha256', secretKey, '', info, 32) answers, as RFC 5869 composes it. The extraction is the same for every
 * context and done once; the expansion to one block is a single HMAC of `info` and the block's number.
 */
function keyDeriver(secretKey: Buffer): (context: string) => KeyObject {
  const emptySalt = Buffer.alloc(32);
  const extracted = createSecretKey(createHmac('sha256', emptySalt).update(secretKey).digest());
  // As key objects, for a cipher takes them several times faster than bytes.
  return (context) =>
    createSecretKey(createHmac('sha256', extracted).update(`quittance vault 1\n${context}\x01`).digest());
}

/** Random IVs, drawn from the system many at a time: each of its bytes is given out once. */
function ivDrawer(): () => Buffer {
  const pool = Buffer.alloc(ivBytes * 340);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const iv = Buffer.from(pool.subarray(used, used + ivBytes));
    used += ivBytes;
    return iv;
  };
}

function additionalData(context: string): Buffer {
  return Buffer.from(context, 'utf8');
}

// Seals secrets that must be readable later (app tokens, webhook secrets, stored answers) with the instance's key.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';
import { LruMap } from 'toad-cache';

/** `context` names the owner and the use of a secret. A secret sealed for one context does not open for another. */
export interface Vault {
  /**
   * Short-lived contexts that exist in thousands share the key of one `drawer`. A secret must be opened with the same
   * drawer. A drawer may hold fewer than 2^32 secrets (NIST SP 800-38D, random IVs). By default, each context has its
   * own drawer.
   */
  seal(plain: string, context: string, drawer?: string): Buffer;
  /** Throws VaultFault if no key here sealed the bytes for this context and drawer, or if they were changed. */
  open(sealed: Buffer, context: string, drawer?: string): string;
  /** Returns the secret sealed with the current key. Null if it already is. Throws VaultFault like `open`. */
  reseal(sealed: Buffer, context: string, drawer?: string): Buffer | null;
  /** Returns 32 secret bytes of this instance, always the same for one purpose. For keys that sign. */
  keyFor(purpose: string): Buffer;
  /** Returns the stored keys of all purposes with this prefix. */
  kept(purposes: string): readonly Buffer[];
}

export class VaultFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VaultFault';
  }
}

/** Returns null if no key here sealed these bytes for this context. */
export function openOrNull(vault: Vault, sealed: Buffer, context: string): string | null {
  try {
    return vault.open(sealed, context);
  } catch (error) {
    if (error instanceof VaultFault) return null;
    throw error;
  }
}

const version = 1;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 1 + ivBytes;

/**
 * AES-256-GCM: one byte of version, 12 of IV, the ciphertext, 16 of tag. The context is the additional data. Each
 * drawer has its own key, derived by HKDF-SHA-256 (RFC 5869). So few messages share a key that random IVs stay far
 * below their limit (NIST SP 800-38D: 2^32 under one key). `secretKey` has 32 bytes. `older` keys only open. `kept`
 * holds the results of `keyFor` that must outlive the secret key.
 */
export function createVault(
  secretKey: Buffer,
  older: readonly Buffer[] = [],
  kept: ReadonlyMap<string, Buffer> = new Map(),
): Vault {
  for (const key of [secretKey, ...older]) if (key.length !== 32) throw new Error('The secret key must have 32 bytes');
  const keyOf = keyDeriver(secretKey);
  const olderKeysOf = older.map((key) => keyDeriver(key));
  const drawIv = ivDrawer();
  const openOlder = (sealed: Buffer, context: string, drawer: string): string => {
    for (const olderKeyOf of olderKeysOf) {
      try {
        return openUnder(olderKeyOf(drawer), sealed, context);
      } catch {}
    }
    throw new VaultFault(`No key opens the secret for ${context}: is SECRET_KEY the key of this database?`);
  };
  const vault: Vault = {
    seal(plain, context, drawer = context) {
      const iv = drawIv();
      const cipher = createCipheriv('aes-256-gcm', keyOf(drawer), iv).setAAD(additionalData(context));
      const [body, rest] = [cipher.update(plain, 'utf8'), cipher.final()];
      return Buffer.concat([Buffer.of(version), iv, body, rest, cipher.getAuthTag()]);
    },
    open(sealed, context, drawer = context) {
      requireForm(sealed, context);
      try {
        return openUnder(keyOf(drawer), sealed, context);
      } catch {
        return openOlder(sealed, context, drawer);
      }
    },
    reseal(sealed, context, drawer = context) {
      requireForm(sealed, context);
      try {
        openUnder(keyOf(drawer), sealed, context);
        return null;
      } catch {
        return vault.seal(openOlder(sealed, context, drawer), context, drawer);
      }
    },
    keyFor: (purpose) =>
      kept.get(purpose) ?? Buffer.from(hkdfSync('sha256', secretKey, '', `quittance key 1\n${purpose}`, 32)),
    kept: (purposes) => [...kept].flatMap(([purpose, value]) => (purpose.startsWith(purposes) ? [value] : [])),
  };
  return vault;
}

function requireForm(sealed: Buffer, context: string): void {
  if (sealed.length < headBytes + tagBytes || sealed[0] !== version)
    throw new VaultFault(`These bytes were not sealed by this version (context ${context})`);
}

/** Throws if the key is wrong or the bytes were changed. */
function openUnder(key: KeyObject, sealed: Buffer, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, headBytes), { authTagLength: tagBytes });
  decipher.setAAD(additionalData(context)).setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(headBytes, -tagBytes)), decipher.final()]).toString('utf8');
}

/** About as many keys as a busy instance uses at a time. Deriving a key costs more than sealing with it. */
const keptKeys = 1_000;

/**
 * Computes hkdfSync('sha256', secretKey, '', info, 32) by the steps of RFC 5869. The extraction is the same for every
 * drawer and done once. The expansion to one block is a single HMAC of `info` and the block number.
 */
function keyDeriver(secretKey: Buffer): (drawer: string) => KeyObject {
  const emptySalt = Buffer.alloc(32);
  const extracted = createSecretKey(createHmac('sha256', emptySalt).update(secretKey).digest());
  const kept = new LruMap<KeyObject>(keptKeys);
  return (drawer) => {
    let key = kept.get(drawer);
    if (key !== undefined) return key;
    const info = `quittance vault 1\n${drawer}\x01`;
    // A KeyObject, because a cipher accepts it several times faster than bytes.
    key = createSecretKey(createHmac('sha256', extracted).update(info).digest());
    kept.set(drawer, key);
    return key;
  };
}

/** Returns random IVs. Fetches many at a time from the system, and uses each byte once. */
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

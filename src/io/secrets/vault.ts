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
import { LruMap } from 'toad-cache';

/** `context` says whose secret it is: what was sealed for one does not open for another. */
export interface Vault {
  /**
   * Contexts that come and go by the thousand share the key of one `drawer`; it must be opened under the same. A drawer
   * is for fewer than 2^32 secrets (NIST SP 800-38D, random IVs). Unless said, each context has a drawer of its own.
   */
  seal(plain: string, context: string, drawer?: string): Buffer;
  /** Throws VaultFault for bytes that no key here sealed for this context and drawer, or that were changed since. */
  open(sealed: Buffer, context: string, drawer?: string): string;
  /** The same secret under the key of today; null where it is already. Throws VaultFault as `open` does. */
  reseal(sealed: Buffer, context: string, drawer?: string): Buffer | null;
  /** 32 bytes that only this instance knows, the same each time for one purpose: for what signs rather than seals. */
  keyFor(purpose: string): Buffer;
  /** The bytes that are kept for purposes that begin so. */
  kept(purposes: string): readonly Buffer[];
}

export class VaultFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VaultFault';
  }
}

/** Null where no key here sealed these bytes for this context. */
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
 * AES-256-GCM: one byte of version, 12 of IV, the ciphertext, 16 of tag; the context is the additional data. Each
 * drawer has a key of its own, derived by HKDF-SHA-256 (RFC 5869): so few messages share a key that random IVs never
 * come near their limit (NIST SP 800-38D: 2^32 under one key). secretKey: 32 bytes. `older` keys open and never seal.
 * `kept` answers `keyFor` for the purposes whose key must outlive the secret key.
 */
export function createVault(
  secretKey: Buffer,
  older: readonly Buffer[] = [],
  kept: ReadonlyMap<string, Buffer> = new Map(),
): Vault {
  for (const key of [secretKey, ...older]) if (key.length !== 32) throw new Error('The secret key has 32 bytes');
  const keyOf = keyDeriver(secretKey);
  const olderKeysOf = older.map((key) => keyDeriver(key));
  const drawIv = ivDrawer();
  const openOlder = (sealed: Buffer, context: string, drawer: string): string => {
    for (const olderKeyOf of olderKeysOf) {
      try {
        return openUnder(olderKeyOf(drawer), sealed, context);
      } catch {}
    }
    throw new VaultFault(`No key opens what was sealed for ${context}: is SECRET_KEY the key of this database?`);
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

/** Throws where the key is another one, or the bytes were changed. */
function openUnder(key: KeyObject, sealed: Buffer, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, headBytes), { authTagLength: tagBytes });
  decipher.setAAD(additionalData(context)).setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(headBytes, -tagBytes)), decipher.final()]).toString('utf8');
}

/** As many keys as a busy instance uses at a time: deriving one costs more than sealing with it. */
const keptKeys = 1_000;

/**
 * What hkdfSync('sha256', secretKey, '', info, 32) answers, as RFC 5869 composes it. The extraction is the same for
 * every drawer and done once; the expansion to one block is a single HMAC of `info` and the block's number.
 */
function keyDeriver(secretKey: Buffer): (drawer: string) => KeyObject {
  const emptySalt = Buffer.alloc(32);
  const extracted = createSecretKey(createHmac('sha256', emptySalt).update(secretKey).digest());
  const kept = new LruMap<KeyObject>(keptKeys);
  return (drawer) => {
    let key = kept.get(drawer);
    if (key !== undefined) return key;
    const info = `quittance vault 1\n${drawer}\x01`;
    // As a key object, for a cipher takes it several times faster than bytes.
    key = createSecretKey(createHmac('sha256', extracted).update(info).digest());
    kept.set(drawer, key);
    return key;
  };
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

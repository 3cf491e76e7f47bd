// Message authentication codes of rows: who writes to the database without the instance's key can make none.
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LruMap } from 'toad-cache';

export type MacField =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | readonly string[]
  | Readonly<Record<string, unknown>>
  | null;

export interface RowMac {
  /** 32 bytes: HMAC-SHA-256 over the kind and the fields, in their order, under the current key. */
  sign(kind: string, fields: readonly MacField[]): Buffer;
  /** Whether one of the keys made `mac` of this kind and these fields; false for null. */
  verify(kind: string, fields: readonly MacField[], mac: Uint8Array | null): boolean;
  /** Whether the current key made it, so that it outlives the older ones. */
  isCurrent(kind: string, fields: readonly MacField[], mac: Uint8Array | null): boolean;
}

/**
 * secretKeys: 32 bytes each, the current one first, then those that still verify. Each gives a key for nothing else
 * (HKDF-SHA-256, RFC 5869); kind and fields are written as JSON, so that no two lists of fields are one text. A row of
 * the kinds `once` is seldom looked at again: its MAC is not kept in memory.
 */
export function createRowMac(secretKeys: readonly Buffer[], once: ReadonlySet<string> = new Set()): RowMac {
  if (secretKeys.length === 0) throw new Error('A row is signed with a key');
  const macs = secretKeys.map((secretKey) => {
    if (secretKey.length !== 32) throw new Error('The secret key has 32 bytes');
    return macsUnder(createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', 'quittance row mac 1', 32))));
  });
  const current = macs[0] as MacOf;
  return {
    sign: (kind, fields) => current(messageOf(kind, fields), !once.has(kind)),
    verify(kind, fields, mac) {
      if (mac === null || mac.length !== 32) return false;
      const [message, isKept] = [messageOf(kind, fields), !once.has(kind)];
      return macs.some((macOf) => timingSafeEqual(macOf(message, isKept), mac));
    },
    isCurrent: (kind, fields, mac) =>
      mac !== null && mac.length === 32 && timingSafeEqual(current(messageOf(kind, fields), !once.has(kind)), mac),
  };
}

type MacOf = (message: string, isKept: boolean) => Buffer;

/** As many are kept under each key: the same rows are looked at again and again, and one is looked at as it is made. */
const keptMacs = 4_096;

function macsUnder(key: KeyObject): MacOf {
  const kept = new LruMap<Buffer>(keptMacs);
  const macOf = (message: string) => createHmac('sha256', key).update(message).digest();
  return (message, isKept) => {
    if (!isKept) return macOf(message);
    let mac = kept.get(message);
    if (mac === undefined) {
      mac = macOf(message);
      kept.set(message, mac);
    }
    return mac;
  };
}

/** As JSON.stringify writes the list, without making one: each attempt to pay writes two of these. */
function messageOf(kind: string, fields: readonly MacField[]): string {
  let text = `[${JSON.stringify(kind)}`;
  for (const field of fields) text += `,${written(field)}`;
  return `${text}]`;
}

/** Text that JSON writes as it is. */
const isPlain = /^[ !#-[\]-~]*$/;

/** As PostgreSQL answers a field and as the service holds it, it is one text. */
function written(field: MacField): string {
  if (field === null) return 'null';
  if (typeof field === 'string') return isPlain.test(field) ? `"${field}"` : JSON.stringify(field);
  if (typeof field === 'boolean') return field ? 'true' : 'false';
  if (typeof field === 'bigint' || typeof field === 'number') return `"${field}"`;
  if (field instanceof Date) return `"${field.toISOString()}"`;
  if (field instanceof Uint8Array) return `"${Buffer.from(field).toString('hex')}"`;
  return JSON.stringify(sorted(field));
}

/** jsonb keeps no order of keys: they are written in the order of RFC 8785 (JSON Canonicalization Scheme). */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, held]) => [key, sorted(held)]));
}

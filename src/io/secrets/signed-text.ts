// The signed text of a row: its kind and fields as a JSON list.
import { isoTime } from './iso-time.ts';

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

/**
 * Returns the kind and the fields as a JSON list. A field gives the same text whether it comes from PostgreSQL or from
 * code.
 */
export function signedText(kind: string, fields: readonly MacField[]): string {
  return JSON.stringify([kind, ...fields.map(jsonOf)]);
}

/** Returns the field in a form for JSON.stringify. */
export function jsonOf(field: MacField): unknown {
  if (field === null || typeof field === 'string' || typeof field === 'boolean') return field;
  if (typeof field === 'bigint' || typeof field === 'number') return String(field);
  if (field instanceof Date) return isoTime(field);
  if (field instanceof Uint8Array) return Buffer.from(field).toString('hex');
  return sorted(field);
}

/** Sorts the keys as in RFC 8785 (JSON Canonicalization Scheme), because jsonb does not preserve their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  if (isInOrder(entries)) return value;
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, held]) => [key, sorted(held)]));
}

/** Whether the keys are already sorted and no value is an object, so that the value can be used as it is. */
function isInOrder(entries: readonly (readonly [key: string, value: unknown])[]): boolean {
  return entries.every(
    ([key, value], at) =>
      (value === null || typeof value !== 'object') && (at === 0 || key > (entries[at - 1]?.[0] ?? '')),
  );
}

// The text of a row that is signed: the list of its kind and its fields as JSON.
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

/** The list of the kind and the fields as JSON. A field has one text, as PostgreSQL returns it and as code holds it. */
export function signedText(kind: string, fields: readonly MacField[]): string {
  return JSON.stringify([kind, ...fields.map(jsonOf)]);
}

/** A field as JSON.stringify takes it. */
export function jsonOf(field: MacField): unknown {
  if (field === null || typeof field === 'string' || typeof field === 'boolean') return field;
  if (typeof field === 'bigint' || typeof field === 'number') return String(field);
  if (field instanceof Date) return isoTime(field);
  if (field instanceof Uint8Array) return Buffer.from(field).toString('hex');
  return sorted(field);
}

/** jsonb keeps no order of keys: they are written in the order of RFC 8785 (JSON Canonicalization Scheme). */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  if (isInOrder(entries)) return value;
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, held]) => [key, sorted(held)]));
}

/** Whether they need not be written anew: sorted already, and no further objects. */
function isInOrder(entries: readonly (readonly [key: string, value: unknown])[]): boolean {
  return entries.every(
    ([key, value], at) =>
      (value === null || typeof value !== 'object') && (at === 0 || key > (entries[at - 1]?.[0] ?? '')),
  );
}

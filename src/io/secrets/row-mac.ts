// Message authentication codes of rows. They cannot be forged by database access alone, without the instance's key.
import { hkdfSync, timingSafeEqual } from 'node:crypto';
import { LruMap } from 'toad-cache';
import { hmacSha256 } from './hmac-sha256.ts';
import { type HeldRow, type RowColumns, type RowForm, rowForm } from './row-form.ts';
import { type MacField, signedText } from './signed-text.ts';

export type { MacField } from './signed-text.ts';

export interface RowMac {
  /** Returns 32 bytes: HMAC-SHA-256 over the kind and the fields, in their order, under the current key. */
  sign(kind: string, fields: readonly MacField[]): Buffer;
  /** Whether `mac` was made by one of the keys for this kind and these fields. False for null. */
  verify(kind: string, fields: readonly MacField[], mac: Uint8Array | null): boolean;
  /** Whether the MAC was made by the current key, so that it remains valid after the older keys are removed. */
  isCurrent(kind: string, fields: readonly MacField[], mac: Uint8Array | null): boolean;
}

export interface StatementRowMac extends RowMac {
  /** Like `sign`, for a row with these columns. Returns hexadecimal digits. */
  signRow(columns: RowColumns, row: HeldRow): string;
  /** Like `verify`. Skips the computation for a row that is unchanged since its last verification. */
  verifyRow(columns: RowColumns, row: HeldRow, mac: Uint8Array | null): boolean;
}

/**
 * `secretKeys` have 32 bytes each: the current one first, then those that still verify. A separate MAC key is derived
 * from each (HKDF-SHA-256, RFC 5869). Kind and fields are written as JSON, so that different lists of fields never give
 * the same text. Rows of the kinds in `once` are rarely verified again, so their results are not cached.
 */
export function createRowMac(secretKeys: readonly Buffer[], once: ReadonlySet<string> = new Set()): StatementRowMac {
  if (secretKeys.length === 0) throw new Error('Signing rows requires a key');
  const macs = secretKeys.map((secretKey) => {
    if (secretKey.length !== 32) throw new Error('The secret key must have 32 bytes');
    return hmacSha256(Buffer.from(hkdfSync('sha256', secretKey, '', 'quittance row mac 1', 32)));
  });
  const current = macs[0] as (typeof macs)[number];
  const isOurs = (text: string, mac: Uint8Array) => macs.some((one) => one.holds(text, mac));
  const keptTexts = new LruMap<Verified<string>>(keptRows);
  const forms = new Map<RowColumns, KeptForm>();
  const formOf = (columns: RowColumns): KeptForm => {
    const known = forms.get(columns);
    if (known !== undefined) return known;
    const form = { ...rowForm(columns), kept: new LruMap<Verified<readonly unknown[]>>(keptRows) };
    forms.set(columns, form);
    return form;
  };
  return {
    sign: (kind, fields) => Buffer.from(current.hex(signedText(kind, fields)), 'hex'),
    verify(kind, fields, mac) {
      if (mac === null || mac.length !== 32) return false;
      const text = signedText(kind, fields);
      if (once.has(kind)) return isOurs(text, mac);
      const name = `${kind} ${fields[0]}`;
      const known = keptTexts.get(name);
      if (known?.row === text && timingSafeEqual(known.mac, mac)) return true;
      if (!isOurs(text, mac)) return false;
      keptTexts.set(name, { row: text, mac: Uint8Array.from(mac) });
      return true;
    },
    isCurrent: (kind, fields, mac) => mac !== null && current.holds(signedText(kind, fields), mac),
    signRow: (columns, row) => current.hex(formOf(columns).textOf(row)),
    verifyRow(columns, row, mac) {
      if (mac === null || mac.length !== 32) return false;
      const form = formOf(columns);
      if (once.has(columns.kind)) return isOurs(form.textOf(row), mac);
      const id = form.idOf(row);
      const known = form.kept.get(id);
      if (known !== undefined && timingSafeEqual(known.mac, mac) && form.hasValues(row, known.row)) return true;
      if (!isOurs(form.textOf(row), mac)) return false;
      form.kept.set(id, { row: form.valuesOf(row), mac: Uint8Array.from(mac) });
      return true;
    },
  };
}

/** A compiled form, with the rows of it that were verified. */
interface KeptForm extends RowForm {
  readonly kept: LruMap<Verified<readonly unknown[]>>;
}

/** A verified row. It is valid again with the same MAC and unchanged values. */
interface Verified<Of> {
  readonly row: Of;
  readonly mac: Uint8Array;
}

/** Per list of columns, because the same rows are verified again and again. */
const keptRows = 2_048;

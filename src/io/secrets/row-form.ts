// Computes the signed text of a row, and whether its values have changed, with functions compiled once per list of
// columns.
import { isoTime } from './iso-time.ts';
import { jsonOf, type MacField } from './signed-text.ts';

/** A signed column, and its member name in the row. */
export interface SignedColumn {
  readonly name: string;
  /** The PostgreSQL type. */
  readonly type: string;
  /** Converts the member's value for the column. Absent if no conversion is needed. */
  readonly write?: ((held: unknown) => unknown) | undefined;
}

/** The signed columns of a kind of row, in the order in which they are signed. */
export interface RowColumns {
  readonly kind: string;
  readonly columns: readonly SignedColumn[];
}

/** The compiled functions for a kind of row. */
export interface RowForm {
  idOf(row: HeldRow): unknown;
  /** Returns the kind and the fields in the form of `signedText`. */
  textOf(row: HeldRow): string;
  /** Returns all values that the text consists of. They do not change with the row. */
  valuesOf(row: HeldRow): readonly unknown[];
  /** Whether the row's text would consist of these values. */
  hasValues(row: HeldRow, values: readonly unknown[]): boolean;
}

export type HeldRow = Readonly<Record<string, unknown>>;

/**
 * Returns the same text as `signedText` for the canonical column values. The function is compiled from the column names
 * only. A loop over the columns took three times as long, and each payment attempt writes two rows.
 */
function textWriter({ kind, columns }: RowColumns): RowForm['textOf'] {
  const fields = columns.map(({ name, type, write }, at) => {
    const held = `row[${JSON.stringify(name)}]`;
    const value = write === undefined ? held : `writes[${at}](${held})`;
    if (type === 'uuid' || type === 'text' || type === 'boolean') return value;
    if (type === 'numeric') return `numeric(${value})`;
    if (type === 'timestamptz') return `time(${value})`;
    return `other(${JSON.stringify(type)}, ${value})`;
  });
  const list = [JSON.stringify(kind), ...fields].join(', ');
  const made = new Function('writes', 'numeric', 'time', 'other', `return (row) => JSON.stringify([${list}]);`);
  const writes = columns.map(({ write }) => write);
  return made(writes, numericOf, timeOf, otherOf) as RowForm['textOf'];
}

/** Types that statements return as immutable texts, numbers and booleans. */
const primitive: ReadonlySet<string> = new Set(['uuid', 'text', 'boolean', 'integer', 'bigint', 'numeric']);

/** Compiled like `textWriter`. Columns with `write` are only signed, not compared. */
export function rowForm({ kind, columns }: RowColumns): RowForm {
  const first = columns[0]?.name ?? '';
  const values = columns.map(({ name, type }) => {
    const held = `row[${JSON.stringify(name)}]`;
    return primitive.has(type) ? held : `fixed(${held})`;
  });
  const same = values.map((value, at) => `${value} === values[${at}]`);
  const compiled = (args: string, made: string) => new Function('fixed', `return (${args}) => ${made};`)(fixedOf);
  return {
    idOf: (row) => row[first],
    textOf: textWriter({ kind, columns }),
    valuesOf: compiled('row', `[${values.join(', ')}]`) as RowForm['valuesOf'],
    hasValues: compiled('row, values', same.join(' && ')) as RowForm['hasValues'],
  };
}

/** Returns an immutable value that differs if two values of one column differ. An object might change later. */
function fixedOf(value: unknown): unknown {
  if (value === null || (typeof value !== 'object' && typeof value !== 'string')) return value;
  if (value instanceof Date) return value.getTime();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return JSON.stringify(value);
}

function numericOf(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  const written = String(value);
  const first = written.charCodeAt(0);
  const isWhole = (first > zero && first <= zero + 9) || written === '0';
  return isWhole && !written.includes('.') ? written : canonicalDecimal(written);
}

const zero = '0'.charCodeAt(0);

const timeOf = (value: unknown): unknown => (value instanceof Date ? isoTime(value) : otherOf('timestamptz', value));

function otherOf(type: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  return jsonOf(canonical(type, value));
}

/**
 * Returns the canonical form of a value, whether it comes from a statement or from code: numerics without redundant
 * zeros, bytes as bytes, times in milliseconds (see row-mac).
 */
export function canonical(type: string, value: unknown): MacField {
  if (value === null || value === undefined) return null;
  if (type === 'numeric') return canonicalDecimal(String(value));
  if (type === 'bytea' && typeof value === 'string') return Buffer.from(value.slice(2), 'hex');
  if (type === 'timestamptz' && typeof value === 'string') return new Date(value);
  return value as MacField;
}

function canonicalDecimal(written: string): string {
  if (!/^-?\d+(?:\.\d*)?$/.test(written)) return written;
  const isNegative = written.startsWith('-');
  const [whole = '', fraction = ''] = written.slice(isNegative ? 1 : 0).split('.');
  const integer = whole.replace(/^0+(?=\d)/, '');
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === '0') end -= 1;
  const digits = end === 0 ? integer : `${integer}.${fraction.slice(0, end)}`;
  return digits !== '0' && isNegative ? `-${digits}` : digits;
}

// The text of a row that is signed, by a function compiled once for each list of columns, and whether a row is as it
// was.
import { isoTime } from './iso-time.ts';
import { jsonOf, type MacField } from './signed-text.ts';

/** A signed column, and the name that a row holds it under. */
export interface SignedColumn {
  readonly name: string;
  /** As PostgreSQL calls it. */
  readonly type: string;
  /** Makes the column's value of the held one. Absent where that is the value itself. */
  readonly write?: ((held: unknown) => unknown) | undefined;
}

/** The signed columns of a row of one kind, in the order in which they are signed. */
export interface RowColumns {
  readonly kind: string;
  readonly columns: readonly SignedColumn[];
}

/** How such a row is signed. */
export interface RowForm {
  idOf(row: HeldRow): unknown;
  /** The kind and the fields as `signedText` returns them. */
  textOf(row: HeldRow): string;
  /** All that the text is made of, as values that do not change with the row. */
  valuesOf(row: HeldRow): readonly unknown[];
  /** Whether the text of the row is made of these. */
  hasValues(row: HeldRow, values: readonly unknown[]): boolean;
}

export type HeldRow = Readonly<Record<string, unknown>>;

/**
 * Writes a row as `signedText` does from its canonical columns. The function is compiled from their names alone: a loop
 * over the columns took three times as long, and each attempt to pay writes two rows.
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

/** Types whose values a statement returns as text, numbers and booleans: such a value never changes. */
const primitive: ReadonlySet<string> = new Set(['uuid', 'text', 'boolean', 'integer', 'bigint', 'numeric']);

/** Compiled as `textWriter` is. Columns that are written (`write`) are signed only, not compared. */
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

/** Differs where two values of one column differ, and does not change later: an object may. */
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
 * The one form of a value, as a statement answers it and as one is given it: numerics without zeros that say nothing,
 * bytes as bytes, times to the millisecond (see row-mac).
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

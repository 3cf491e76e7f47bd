// Describes a row once. Its type, its columns, its reader and its parameters follow from this.

/** A column and its value. Queries return numeric and bigint as text, and other types as the value itself. */
export interface Column<Value> {
  /** The PostgreSQL type. */
  readonly type: string;
  /** Converts the queried value, which may be null. Absent if no conversion is needed. */
  readonly read?: (answered: never) => Value;
  /** Converts the value for the database. Absent if no conversion is needed. */
  readonly write?: (value: never) => unknown;
  /** The column's name, if it is not the member's name in snake_case. */
  readonly name?: string;
  /** The selected expression, if it is not the column itself. */
  readonly expression?: string;
  /** Read-only: the statement that writes the row sets the column itself, if at all. */
  readonly isRead?: true;
}

const column = <Value>(type: string): Column<Value> => ({ type });
const number = <Value>(type: string, read: (answered: string) => Value): Column<Value> => ({
  type,
  read: (answered: string | null) => (answered === null ? (null as Value) : read(answered)),
});

export const uuid = column<string>('uuid');
export const text = column<string>('text');
export const texts = column<readonly string[]>('text[]');
export const int = column<number>('integer');
export const boolean = column<boolean>('boolean');
export const time = column<Date>('timestamptz');
export const bytes = column<Buffer>('bytea');
export const bigint = number('bigint', BigInt);
/** A whole number of any size, for amounts in smallest units. */
export const amount = number('numeric', BigInt);
/** Other numeric values, as decimal strings. */
export const decimal = column<string>('numeric');
/** A bigint with a small value. */
export const count = number('bigint', Number);
/** Text with one of a few values. */
export const oneOf = <Word extends string>(): Column<Word> => column<Word>('text');
/** A list of texts, each with one of a few values. */
export const manyOf = <Word extends string>(): Column<readonly Word[]> => column<readonly Word[]>('text[]');
export const jsonb = <Value extends object>(): Column<Value> => column<Value>('jsonb');
/** JSON that preserves the written text. */
export const json = <Value extends object>(): Column<Value> => column<Value>('json');

export const nullable = <Value>(one: Column<Value>): Column<Value | null> => one;
/** A column with another name than the member's. */
export const named = <Value>(name: string, one: Column<Value>): Column<Value> => ({ ...one, name });
/** A computed expression. */
export const computed = <Value>(expression: string, one: Column<Value>): Column<Value> => ({
  ...one,
  expression,
  isRead: true,
});
/** A read-only column that is converted by `read`. */
export const readAs = <Held, Value>(
  { read: first, ...one }: Column<Held>,
  read: (held: Held) => Value,
): Column<Value> => ({
  ...one,
  isRead: true,
  read: (answered: never) => read(first === undefined ? answered : first(answered)),
});

/** Like readAs, but also writable: `write` converts the value back. */
export const kept = <Held, Value>(
  one: Column<Held>,
  read: (held: Held) => Value,
  write: (value: Value) => Held,
): Column<Value> => {
  const { isRead, ...both } = readAs(one, read);
  return { ...both, write };
};

export type Answered = Readonly<Record<string, unknown>>;

/** A member of a row, and its column. */
export interface Member {
  readonly member: string;
  readonly name: string;
  readonly sqlName: string;
  readonly type: string;
  readonly expression?: string;
  readonly isRead?: true;
  readonly read: ((answered: unknown) => unknown) | undefined;
  readonly write: ((value: unknown) => unknown) | undefined;
}

export interface RowType<Row> {
  readonly members: readonly Member[];
  /** The columns for `select`. */
  readonly columns: string;
  /** The columns for `select`, with this table alias. */
  columnsOf(alias: string): string;
  /** The written columns for `insert into t (…)`. */
  readonly written: string;
  /** `$1, $2, …`, one for each written column. */
  readonly placeholders: string;
  /** The values of the written columns, in their order. */
  values(row: Row): unknown[];
  /** `(id uuid, …)`: the column definitions of `json_to_recordset` for rows given as `json`. */
  readonly recordset: string;
  json(rows: readonly Row[]): string;
  /** Like json, with additional columns for each row. */
  jsonWith(rows: readonly Row[], further: (row: Row) => object): string;
  /** Reads a row of a query's result, and ignores other columns. */
  read(answered: Answered): Row;
  all(answered: readonly Answered[]): Row[];
  /** Returns the first row, or null if there is none. */
  one(answered: readonly Answered[]): Row | null;
}

export type RowOf<Type> = Type extends RowType<infer Row> ? Row : never;

type Columns = Readonly<Record<string, Column<unknown>>>;
type Described<Of extends Columns> = {
  readonly [Member in keyof Of]: Of[Member] extends Column<infer Value> ? Value : never;
};

/** SQL keywords that are also column names. */
const reserved: ReadonlySet<string> = new Set(['order']);

export function rowType<Of extends Columns>(of: Of): RowType<Described<Of>> {
  const members: Member[] = Object.entries(of).map(([member, { name = snakeCase(member), read, write, ...rest }]) => ({
    member,
    name,
    sqlName: reserved.has(name) ? `"${name}"` : name,
    read: read as Member['read'],
    write: write as Member['write'],
    ...rest,
  }));
  const written = members.filter(({ isRead }) => isRead !== true);
  const columnsOf = (prefix: string) =>
    members
      .map(({ sqlName, expression }) => (expression === undefined ? prefix + sqlName : `${expression} as ${sqlName}`))
      .join(', ');
  const readRow = readerOf<Described<Of>>(members);
  const heldBy = (row: Described<Of>, { member, write }: Member): unknown =>
    write === undefined ? row[member] : write(row[member]);
  const jsonRow = (row: Described<Of>) => {
    const given: Record<string, unknown> = {};
    for (const one of written) given[one.name] = jsonValue(heldBy(row, one));
    return given;
  };
  return {
    members,
    columns: columnsOf(''),
    columnsOf: (alias) => columnsOf(`${alias}.`),
    written: written.map(({ sqlName }) => sqlName).join(', '),
    placeholders: written.map((_, place) => `$${place + 1}`).join(', '),
    values: (row) =>
      written.map((one) => {
        const value = heldBy(row, one);
        return one.type.startsWith('json') && value !== null ? JSON.stringify(value) : value;
      }),
    recordset: `(${written.map(({ sqlName, type }) => `${sqlName} ${type}`).join(', ')})`,
    json: (rows) => JSON.stringify(rows.map(jsonRow)),
    jsonWith: (rows, further) => JSON.stringify(rows.map((row) => ({ ...jsonRow(row), ...further(row) }))),
    read: readRow,
    all: (answered) => answered.map(readRow),
    one: (answered) => (answered[0] === undefined ? null : readRow(answered[0])),
  };
}

/**
 * Generates one reader function per description, from its names only. A loop over the members took five times as long,
 * and every request reads rows.
 */
function readerOf<Row>(members: readonly Member[]): (answered: Answered) => Row {
  const fields = members.map(({ member, name, read }, at) => {
    const answered = `answered[${JSON.stringify(name)}]`;
    return `${JSON.stringify(member)}: ${read === undefined ? answered : `reads[${at}](${answered})`}`;
  });
  const made = new Function('reads', `return (answered) => ({ ${fields.join(', ')} });`);
  return made(members.map(({ read }) => read)) as (answered: Answered) => Row;
}

function snakeCase(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts the value to the JSON text that PostgreSQL expects. A Date converts itself. */
function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}

// One description of a row: from it follow its type, its columns, how it is read, and how rows are given to a
// statement.

/**
 * A column and the value it holds. Queries answer numeric and bigint as text; everything else comes as the value
 * itself.
 */
export interface Column<Value> {
  /** As PostgreSQL calls it. */
  readonly type: string;
  /** Makes the value of what a query answers, be it null. Absent where that is the value already. */
  readonly read?: (answered: never) => Value;
  /** Makes what goes there of the value. Absent where that is the value itself. */
  readonly write?: (value: never) => unknown;
  /** Its name in the table, where that is not the member's in snake_case. */
  readonly name?: string;
  /** What is selected for it, where that is more than a column. */
  readonly expression?: string;
  /** Read only: the statement that writes the row says itself what goes there, if anything does. */
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
/** A whole number of any size: amounts in smallest units. */
export const amount = number('numeric', BigInt);
/** Any other numeric, as the decimal that it is. */
export const decimal = column<string>('numeric');
/** A bigint that counts what is few. */
export const count = number('bigint', Number);
/** Text that is one of a few words. */
export const oneOf = <Word extends string>(): Column<Word> => column<Word>('text');
/** Texts that are each one of a few words. */
export const manyOf = <Word extends string>(): Column<readonly Word[]> => column<readonly Word[]>('text[]');
export const jsonb = <Value extends object>(): Column<Value> => column<Value>('jsonb');
/** JSON that keeps the text it was written with. */
export const json = <Value extends object>(): Column<Value> => column<Value>('json');

export const nullable = <Value>(one: Column<Value>): Column<Value | null> => one;
/** The column of another name than the member's. */
export const named = <Value>(name: string, one: Column<Value>): Column<Value> => ({ ...one, name });
/** What an expression answers. */
export const computed = <Value>(expression: string, one: Column<Value>): Column<Value> => ({
  ...one,
  expression,
  isRead: true,
});
/** What `read` makes of what a column holds. */
export const readAs = <Held, Value>(
  { read: first, ...one }: Column<Held>,
  read: (held: Held) => Value,
): Column<Value> => ({
  ...one,
  isRead: true,
  read: (answered: never) => read(first === undefined ? answered : first(answered)),
});

/** The same, and what `write` makes of that goes there again. */
export const kept = <Held, Value>(
  one: Column<Held>,
  read: (held: Held) => Value,
  write: (value: Value) => Held,
): Column<Value> => {
  const { isRead, ...both } = readAs(one, read);
  return { ...both, write };
};

export type Answered = Readonly<Record<string, unknown>>;

/** One member of a row, and the column that it is read from. */
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
  /** Its columns as `select` names them. */
  readonly columns: string;
  /** The same of the table under this alias. */
  columnsOf(alias: string): string;
  /** Those that a row is written with, as `insert into t (…)` names them. */
  readonly written: string;
  /** `$1, $2, …`, one for each of those. */
  readonly placeholders: string;
  /** What goes there, in their order. */
  values(row: Row): unknown[];
  /** `(id uuid, …)`: what rows given as `json` are to `json_to_recordset`. */
  readonly recordset: string;
  json(rows: readonly Row[]): string;
  /** The same with further columns of each row. */
  jsonWith(rows: readonly Row[], further: (row: Row) => object): string;
  /** As a query answers it; what it answers besides is left out. */
  read(answered: Answered): Row;
  all(answered: readonly Answered[]): Row[];
  /** The first of them; null where there is none. */
  one(answered: readonly Answered[]): Row | null;
}

export type RowOf<Type> = Type extends RowType<infer Row> ? Row : never;

type Columns = Readonly<Record<string, Column<unknown>>>;
type Described<Of extends Columns> = {
  readonly [Member in keyof Of]: Of[Member] extends Column<infer Value> ? Value : never;
};

/** Words of SQL that columns are called by as well. */
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
 * Reads rows by a function that is written once for each description, from its names alone: rows made member by member
 * in a loop took five times as long as ones that are spelled out, and every request reads some.
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

/** As PostgreSQL reads the text of it; a Date says that of itself. */
function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}

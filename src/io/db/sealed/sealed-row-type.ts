// A row type whose rows carry a MAC over the columns that decide about money: signed when they are written, checked
// when they are read. A caller of the store sees neither.
import type { MacField } from '../../secrets/row-mac.ts';
import type { Queryable } from '../database.ts';
import type { Answered, Member, RowType } from '../row-type.ts';
import type { RowGuard, TamperedRow } from './row-guard.ts';

/** A row failed its check, and the caller needs it. */
export class RowTampered extends Error {
  readonly row: TamperedRow;

  constructor(row: TamperedRow) {
    super(`The row ${row.id} of ${row.table} was changed past the service.`);
    this.row = row;
  }
}

/** Throws where the connection was opened without the instance's key. */
export function guardOf({ guard }: Queryable): RowGuard {
  if (guard === undefined) throw new Error('Sealed rows need a connection that knows the key of the instance.');
  return guard;
}

/** Which columns are sealed: by the member of the row, in the order in which they are signed. */
export interface SealedTable {
  readonly table: string;
  /** The column that holds the MAC. */
  readonly mac: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The kind as which the version before signed a row, the column of that MAC, and the members that it covers. */
  readonly earlier?: string;
  readonly earlierMac?: string;
  readonly earlierFields?: readonly string[];
  /** The member that says whose money it is. */
  readonly app?: string;
}

export interface SealedRowType<Row> {
  /** Its columns as `select` names them, the MAC among them. */
  readonly columns: string;
  columnsOf(alias: string): string;
  readonly written: string;
  readonly placeholders: string;
  values(db: Queryable, row: Row): unknown[];
  readonly recordset: string;
  /** The rows for `recordset`, with further columns of each. */
  json(db: Queryable, rows: readonly Row[], further?: (row: Row) => object): string;
  /** The value of the MAC's column. The row must have been read by this type, or be new. */
  macOf(db: Queryable, row: Row): Buffer;
  /** The row where it failed its check, which is noted; null where it holds. */
  fault(db: Queryable, answered: Answered): TamperedRow | null;
  /** Throws RowTampered for a row that failed its check. */
  read(db: Queryable, answered: Answered): Row;
  /** The first of them; null where there is none. Throws RowTampered as `read`. */
  one(db: Queryable, answered: readonly Answered[]): Row | null;
  /** All that hold: the others are noted and left out. */
  all(db: Queryable, answered: readonly Answered[]): Row[];
  /** All that hold, and the rows that do not. */
  apart(db: Queryable, answered: readonly Answered[]): { readonly rows: Row[]; readonly tampered: TamperedRow[] };
  /** The sealed columns and the MAC, for a statement that answers other tables too: their names begin with `prefix`. */
  under(prefix: string): SealedColumns;
}

export interface SealedColumns {
  /** As `select` names them, of the table under this alias. */
  columnsOf(alias: string): string;
  /** The row where it failed its check, which is noted; null where it holds. */
  fault(db: Queryable, answered: Answered): TamperedRow | null;
}

export function sealed<Row>(type: RowType<Row>, kind: string, of: SealedTable): SealedRowType<Row> {
  const { mac } = of;
  const macs = macsOf(of);
  const members = Object.keys(of.fields).map((name) => memberOf(type, of.table, name));
  const macOf = (db: Queryable, row: Row): Buffer => {
    const held = row as Readonly<Record<string, unknown>>;
    const signed = members.map(({ member, type: column, write }) =>
      canonical(column, write === undefined ? held[member] : write(held[member])),
    );
    return guardOf(db).sign(kind, signed);
  };
  const under = (prefix: string) => sealedColumns({ type, kind, of, members, prefix });
  const { fault } = under('');
  const read = (db: Queryable, answered: Answered): Row => {
    const tampered = fault(db, answered);
    if (tampered !== null) throw new RowTampered(tampered);
    return type.read(answered);
  };
  const apart = (db: Queryable, answered: readonly Answered[]) => {
    const [rows, tampered]: [Row[], TamperedRow[]] = [[], []];
    for (const one of answered) {
      const found = fault(db, one);
      if (found === null) rows.push(type.read(one));
      else tampered.push(found);
    }
    return { rows, tampered };
  };
  const { length } = type.placeholders.split(',');
  return {
    columns: [type.columns, ...macs].join(', '),
    columnsOf: (alias) => [type.columnsOf(alias), ...macs.map((one) => `${alias}.${one}`)].join(', '),
    written: `${type.written}, ${mac}`,
    placeholders: `${type.placeholders}, $${length + 1}`,
    values: (db, row) => [...type.values(row), macOf(db, row)],
    recordset: `${type.recordset.slice(0, -1)}, ${mac} bytea)`,
    json: (db, rows, further) => type.jsonWith(rows, (row) => ({ [mac]: hexOf(macOf(db, row)), ...further?.(row) })),
    ...{ macOf, fault, read },
    one: (db, answered) => (answered[0] === undefined ? null : read(db, answered[0])),
    all: (db, answered) => apart(db, answered).rows,
    ...{ apart, under },
  };
}

/** As PostgreSQL reads bytes out of JSON. */
export const hexOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

/** The columns of MACs that a row is read with. */
function macsOf({ mac, earlierMac }: SealedTable): string[] {
  return earlierMac === undefined ? [mac] : [mac, earlierMac];
}

function memberOf<Row>(type: RowType<Row>, table: string, name: string): Member {
  const found = type.members.find(({ member }) => member === name);
  if (found === undefined) throw new Error(`A row of ${table} has no ${name} to be signed.`);
  return found;
}

interface Prefixed<Row> {
  readonly type: RowType<Row>;
  readonly kind: string;
  readonly of: SealedTable;
  readonly members: readonly Member[];
  readonly prefix: string;
}

function sealedColumns<Row>({ type, kind, of, members, prefix }: Prefixed<Row>): SealedColumns {
  const { table, mac } = of;
  const columnOf = (member: string | undefined) => type.members.find((one) => one.member === member)?.name;
  const [idName, appName] = [columnOf('id') ?? 'id', columnOf(of.app)];
  const names = members.map(({ name, type: column }) => [prefix + name, column] as const);
  const selected = new Set([idName, ...members.map(({ name }) => name), ...macsOf(of)]);
  const earlier = earlierOf(type, of, prefix);
  return {
    columnsOf: (alias) => [...selected].map((name) => `${alias}.${name} as ${prefix}${name}`).join(', '),
    fault(db, answered) {
      const signed = names.map(([name, column]) => canonical(column, answered[name]));
      const guard = guardOf(db);
      if (guard.holds(kind, signed, answered[prefix + mac] as Buffer | null, earlier?.(answered))) return null;
      const appId = appName === undefined ? null : String(answered[prefix + appName]);
      const tampered = { kind, table, id: String(answered[prefix + idName]), appId };
      guard.note(tampered);
      return tampered;
    },
  };
}

/** Undefined where the version before signed no such row. */
function earlierOf<Row>(
  type: RowType<Row>,
  { table, earlier: kind, earlierMac, earlierFields }: SealedTable,
  prefix: string,
) {
  if (kind === undefined || earlierMac === undefined || earlierFields === undefined) return undefined;
  const members = earlierFields.map((name) => memberOf(type, table, name));
  return (answered: Answered) => () => ({
    kind,
    fields: members.map(({ name, type: column }) => canonical(column, answered[prefix + name])),
    mac: answered[prefix + earlierMac] as Buffer | null,
  });
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

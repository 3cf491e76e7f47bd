// A row type with a MAC over the columns that affect money. Rows are signed when written and verified when read, inside
// the store.
import type { SignedColumn } from '../../secrets/row-form.ts';
import type { MacField } from '../../secrets/signed-text.ts';
import type { Queryable } from '../database.ts';
import type { Answered, Member, RowType } from '../row-type.ts';
import type { RowGuard, TamperedRow } from './row-guard.ts';

/** A required row failed its verification. */
export class RowTampered extends Error {
  readonly row: TamperedRow;

  constructor(row: TamperedRow) {
    super(`The row ${row.id} of ${row.table} was changed outside the service.`);
    this.row = row;
  }
}

/** Throws if the connection was opened without the instance's key. */
export function guardOf({ guard }: Queryable): RowGuard {
  if (guard === undefined) throw new Error('Sealed rows need a connection with the key of the instance.');
  return guard;
}

/** Whether the MAC of these fields is valid. If it is not, the row is recorded. */
export function holdsOrNotes(
  db: Queryable,
  row: TamperedRow,
  fields: readonly MacField[],
  mac: Uint8Array | null,
): boolean {
  const guard = guardOf(db);
  if (guard.holds(row.kind, fields, mac)) return true;
  guard.note(row);
  return false;
}

/** The sealed columns, by member name, in the order in which they are signed. */
export interface SealedTable {
  readonly table: string;
  /** The column that holds the MAC. */
  readonly mac: string;
  /** The column that identifies a row without the member `id`. Default: id. */
  readonly key?: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The kind under which the previous version signed a row, the column of that MAC, and the members that it covers. */
  readonly earlier?: string;
  readonly earlierMac?: string;
  readonly earlierFields?: readonly string[];
  /** The member with the app that the money belongs to. */
  readonly app?: string;
}

export interface SealedRowType<Row> {
  /** The columns for `select`, including the MAC. */
  readonly columns: string;
  columnsOf(alias: string): string;
  readonly written: string;
  readonly placeholders: string;
  values(db: Queryable, row: Row): unknown[];
  readonly recordset: string;
  /** The rows for `recordset`, with additional columns for each. */
  json(db: Queryable, rows: readonly Row[], further?: (row: Row) => object): string;
  /** The value of the MAC column. The row must be new, or read by this type. */
  macOf(db: Queryable, row: Row): Buffer;
  /** The MAC in the JSON form that PostgreSQL expects. */
  jsonMacOf(db: Queryable, row: Row): string;
  /** Returns the row if its verification failed, and records it. Otherwise returns null. */
  fault(db: Queryable, answered: Answered): TamperedRow | null;
  /** Throws RowTampered if the row failed its verification. */
  read(db: Queryable, answered: Answered): Row;
  /** Returns the first row, or null if there is none. Throws RowTampered like `read`. */
  one(db: Queryable, answered: readonly Answered[]): Row | null;
  /** Returns all valid rows. Invalid ones are recorded and left out. */
  all(db: Queryable, answered: readonly Answered[]): Row[];
  /** Returns the valid rows, and the invalid ones separately. */
  apart(db: Queryable, answered: readonly Answered[]): { readonly rows: Row[]; readonly tampered: TamperedRow[] };
  /** The sealed columns and the MAC, with names that begin with `prefix`, for statements over several tables. */
  under(prefix: string): SealedColumns;
}

export interface SealedColumns {
  /** The columns for `select`, with this table alias. */
  columnsOf(alias: string): string;
  /** Returns the row if its verification failed, and records it. Otherwise returns null. */
  fault(db: Queryable, answered: Answered): TamperedRow | null;
}

export function sealed<Row>(type: RowType<Row>, kind: string, of: SealedTable): SealedRowType<Row> {
  const { mac } = of;
  const macs = macsOf(of);
  const members = Object.keys(of.fields).map((name) => memberOf(type, of.table, name));
  const columns = members.map(({ member, type: column, write }) => ({ name: member, type: column, write }));
  const written = { kind, columns };
  const hexMacOf = (db: Queryable, row: Row): string => guardOf(db).signRow(written, row as Answered);
  const macOf = (db: Queryable, row: Row): Buffer => Buffer.from(hexMacOf(db, row), 'hex');
  const jsonMacOf = (db: Queryable, row: Row): string => `\\x${hexMacOf(db, row)}`;
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
    json: (db, rows, further) => type.jsonWith(rows, (row) => ({ [mac]: jsonMacOf(db, row), ...further?.(row) })),
    macOf,
    jsonMacOf,
    fault,
    read,
    one: (db, answered) => (answered[0] === undefined ? null : read(db, answered[0])),
    all: (db, answered) => apart(db, answered).rows,
    apart,
    under,
  };
}

/** The JSON text that PostgreSQL reads as these bytes. */
export const hexOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

/** The MAC columns that are read with a row. */
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
  const { table } = of;
  const macName = prefix + of.mac;
  const columnOf = (member: string | undefined) => type.members.find((one) => one.member === member)?.name;
  const [idName, appName] = [columnOf('id') ?? of.key ?? 'id', columnOf(of.app)];
  const columns = columnsUnder(prefix, members);
  const read = { kind, columns };
  const selected = new Set([idName, ...members.map(({ name }) => name), ...macsOf(of)]);
  const earlier = earlierOf(type, of, prefix);
  return {
    columnsOf: (alias) => [...selected].map((name) => `${alias}.${name} as ${prefix}${name}`).join(', '),
    fault(db, answered) {
      const guard = guardOf(db);
      if (guard.holdsRow(read, answered, answered[macName] as Buffer | null, earlier?.(answered))) return null;
      const appId = appName === undefined ? null : String(answered[prefix + appName]);
      const tampered = { kind, table, id: String(answered[prefix + idName]), appId };
      guard.note(tampered);
      return tampered;
    },
  };
}

/** Undefined if the previous version did not sign such a row. */
function earlierOf<Row>(
  type: RowType<Row>,
  { table, earlier: kind, earlierMac, earlierFields }: SealedTable,
  prefix: string,
) {
  if (kind === undefined || earlierMac === undefined || earlierFields === undefined) return undefined;
  const columns = columnsUnder(
    prefix,
    earlierFields.map((name) => memberOf(type, table, name)),
  );
  const before = { kind, columns };
  return (answered: Answered) => () => ({
    columns: before,
    row: answered,
    mac: answered[prefix + earlierMac] as Buffer | null,
  });
}

/** The signed columns under the names that a statement returns. */
function columnsUnder(prefix: string, members: readonly Member[]): SignedColumn[] {
  return members.map(({ name, type }) => ({ name: prefix + name, type }));
}

// Rows to overwrite, and the new values: first values of other rows, then others of the column's type.
import { createHash } from 'node:crypto';
import type { Database } from '../../../src/io/db/database.ts';
import type { Column } from '../../rig/tampering/row-copy.ts';
import type { World } from '../../rig/tampering/world.ts';
import { isReadAtStart } from './listed.ts';

export type Whose = 'shop' | 'thief' | 'common';

export interface Tampering {
  readonly column: Column;
  readonly row: Row;
  /** In PostgreSQL's text format; null for NULL. */
  readonly value: string | null;
}

export interface Row {
  /** The whole row in PostgreSQL's text format, which identifies it later. */
  readonly text: string;
  readonly values: Readonly<Record<string, string | null>>;
}

/** The rows of one table, by owner. */
export type Rows = Readonly<Record<Whose, readonly Row[]>>;

/**
 * By table, the oldest row first. A row belongs to a merchant if it names the merchant, or another row of the merchant.
 * A row that names both merchants is the shop's, since the thief may be a customer of the shop.
 */
export async function readRows(
  db: Database,
  columns: readonly Column[],
  { shop, partner, thief, accomplice }: World,
): Promise<ReadonlyMap<string, Rows>> {
  const tables = new Map<string, Row[]>();
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    const texts = own.map(({ name }) => `t.${quoted(name)}::text as ${quoted(name)}`).join(', ');
    // Ids are ordered by time. Each update changes the physical order, and with it the values that rows exchange.
    const hasId = own.some(({ name, type }) => name === 'id' && type === 'uuid');
    const order = hasId && !isReadAtStart(table) ? 't.id' : 't.tableoid, t.ctid';
    const rows = await db.byValue.query<Record<string, string | null>>(
      `select t::text as "the row", ${texts} from public.${table} t order by ${order}`,
    );
    tables.set(
      table,
      rows.map(({ 'the row': text, ...values }) => ({ text: text ?? '', values })),
    );
  }
  const shops = rowsOf(tables, [shop.email, partner.email, shop.address, shop.address.toLowerCase()]);
  const thiefs = rowsOf(tables, [thief.email, accomplice.email, thief.address, thief.address.toLowerCase()]);
  const whose = (row: Row): Whose => (shops.has(row) ? 'shop' : thiefs.has(row) ? 'thief' : 'common');
  return new Map(
    [...tables].map(([table, rows]) => {
      const groups = Map.groupBy(rows, whose);
      return [
        table,
        { shop: groups.get('shop') ?? [], thief: groups.get('thief') ?? [], common: groups.get('common') ?? [] },
      ];
    }),
  );
}

export function rowsIn(rows: ReadonlyMap<string, Rows>, table: string): Rows {
  return rows.get(table) ?? { shop: [], thief: [], common: [] };
}

/** Tables with rows that rows of both merchants refer to. */
const everybodys = ['networks', 'assets', 'cryptocurrencies', 'network_cursors', 'network_blocks', 'key_checks'];

function rowsOf(tables: ReadonlyMap<string, readonly Row[]>, known: readonly string[]): ReadonlySet<Row> {
  const found = new Set<Row>();
  const names = [...known];
  for (let next = names.shift(); next !== undefined; next = names.shift()) {
    for (const [table, rows] of tables) {
      if (everybodys.includes(table)) continue;
      for (const row of rows) {
        if (found.has(row) || !row.text.includes(next)) continue;
        found.add(row);
        const id = row.values.id ?? '';
        if (isUuid.test(id)) names.push(id);
      }
    }
  }
  return found;
}

const isUuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Values that the thief would write into a column of one row, without the present one. */
export function valuesFor(column: Column, row: Row, context: Context): (string | null)[] {
  const was = row.values[column.name] ?? null;
  const { whose, others, words } = context;
  const place = others[whose].indexOf(row);
  const next = (from: Whose) => nextValue(others[from], from === whose ? place + 1 : place, column.name, was);
  const taken = { shop: [next('thief'), next('shop')], thief: [next('shop')], common: [next('common')] };
  const mayGrow = whose !== 'thief' || grows.test(column.name);
  const values = [
    ...(column.type.startsWith('timestamp') ? [] : taken[whose].filter((value) => value !== null)),
    ...(mayGrow ? [...madeUp(column, was, context), ...words] : []),
    ...(column.isNullable && whose !== 'thief' ? [null] : []),
  ];
  return [...new Set(values)].filter((value) => value !== was).slice(0, mostValues(column.table));
}

/** Each value takes time, so all are tried only for important tables. */
function mostValues(table: string): number {
  if (isReadAtStart(table)) return 2;
  return /^(invoices|transactions|transfers|apps|payment_links|events)$/.test(table) ? 6 : 4;
}

/** The first different value from this place on. */
function nextValue(rows: readonly Row[], place: number, name: string, was: string | null): string | null {
  const from = place % Math.max(1, rows.length);
  const values = [...rows.slice(from), ...rows.slice(0, from)].map((other) => other.values[name] ?? null);
  return values.find((value) => value !== null && value !== was) ?? null;
}

/** Columns by which a row of the thief's own may give more rights. */
const grows = /scope|^role$|_at$|app_ids|cidrs|payload|redirect|enabled|verified/;

export interface Context {
  readonly whose: Whose;
  readonly others: Rows;
  /** All words that a check constraint allows in the column. */
  readonly words: readonly string[];
  readonly world: Pick<World, 'thief' | 'madeUp'>;
}

function madeUp(column: Column, was: string | null, { world, words }: Context): (string | null)[] {
  const { name, type, table } = column;
  const place = `${table}.${name}`;
  if (/^(numeric|bigint|integer|smallint|double)/.test(type)) return numbersNear(was);
  if (type === 'boolean') return [was === 'true' ? 'false' : 'true'];
  if (type.startsWith('timestamp')) return [shifted(was, -40), shifted(was, 40)];
  if (type === 'date') return ['2001-01-01'];
  if (type === 'bytea' && /hash$/.test(name)) return [hashed(/^app/.test(table) ? world.madeUp.app : world.madeUp.pat)];
  if (type === 'bytea') return was === null ? [] : [flipped(was)];
  if (/^jsonb?$/.test(type)) return changedMembers(was);
  if (type.endsWith('[]')) return ['{}', ...(moreOf[place] ?? [])];
  if (type === 'uuid' || words.length > 0) return [];
  if (/^(recipient|value|address|sender)$/.test(name)) return [world.thief.address.toLowerCase()];
  if (place === 'events.type') return ['invoice.paid'];
  if (/^currency$/.test(name)) return ['JPY'];
  if (/url$/.test(name)) return ['https://thief.example/'];
  if (/email$/.test(name)) return [world.thief.email];
  return [was === null ? 'changed' : `${was}x`];
}

const moreOf: Readonly<Record<string, readonly string[]>> = {
  'personal_access_tokens.scopes': ['{apps:token,invoices:settle,payments:assign,addresses:write}'],
  'app_tokens.scopes': ['{invoices:settle,payments:assign,apps:write}'],
  'personal_access_tokens.cidrs': ['{0.0.0.0/1}'],
  'oauth2_clients.redirect_uris': ['{https://shop.example/callback,https://thief.example/callback}'],
};

function numbersNear(was: string | null): string[] {
  if (was === null) return ['1'];
  const [whole = '0'] = was.split('.');
  return ['1', String(BigInt(whole) * 1_000n), '0'];
}

function shifted(was: string | null, days: number): string {
  const at = was === null || !Number.isFinite(Date.parse(was)) ? Date.now() : Date.parse(was);
  return new Date(at + days * 86_400_000).toISOString();
}

function hashed(text: string): string {
  return `\\x${createHash('sha256').update(text).digest('hex')}`;
}

function flipped(was: string): string {
  const bytes = Buffer.from(was.slice(2), 'hex');
  const last = bytes.length - 1;
  if (last >= 0) bytes[last] = (bytes[last] ?? 0) ^ 1;
  return `\\x${bytes.toString('hex')}`;
}

/** The object with each member changed alone, and with members that weaken terms or claim a payment. */
function changedMembers(was: string | null): string[] {
  const held = was === null ? {} : (JSON.parse(was) as unknown);
  if (typeof held !== 'object' || held === null || Array.isArray(held)) return ['[]', '{}'];
  const object = held as Readonly<Record<string, unknown>>;
  const changed = Object.entries(object).map(([name, value]) => ({ ...object, [name]: changedValue(value) }));
  return [{ ...object, ...weaker }, ...changed].map((one) => JSON.stringify(one));
}

function changedValue(value: unknown): unknown {
  if (typeof value === 'number') return value * 2 + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return /^\d+$/.test(value) ? '1' : `${value}x`;
  if (Array.isArray(value)) return [];
  return null;
}

const weaker = { underpayment_tolerance: { percent: 10 }, late_payments: 'accept_at_locked_rate', status: 'paid' };

/** Words that check constraints list, by `table.column`. */
export async function listWords(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.query<{ place: string; says: string }>(
    `select c.conrelid::regclass::text || '.' || a.attname as place, pg_get_constraintdef(c.oid) as says
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.contype = 'c' and c.connamespace = 'public'::regnamespace`,
  );
  const places = Map.groupBy(rows, ({ place }) => place);
  return new Map(
    [...places].map(([place, checks]) => [
      place,
      [
        ...new Set(
          checks.flatMap(({ says }) => [...says.matchAll(/'([a-z0-9_]+)'::text/g)].map(([, word = '']) => word)),
        ),
      ],
    ]),
  );
}

/** Writes directly to the database. Returns the database's error, or null if the row was changed. */
export async function tamper(db: Database, { column, row, value }: Tampering): Promise<string | null> {
  try {
    await db.byValue.query(
      `update public.${column.table} t set ${quoted(column.name)} = $1::text::${column.type} where t::text = $2`,
      [value, row.text],
    );
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function quoted(name: string): string {
  return `"${name}"`;
}

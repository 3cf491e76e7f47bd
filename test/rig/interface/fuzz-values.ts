// Generates valid and invalid values for a JSON Schema, the same for the same seed.
import type { JsonSchema } from './described-api.ts';

/** Numbers from 0 (inclusive) to 1 (exclusive), by mulberry32. */
export type Chance = () => number;

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(chance: Chance, from: readonly T[]): T {
  return from[Math.floor(chance() * from.length)] as T;
}

export interface Making {
  readonly chance: Chance;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Meaningful values, by property name. */
  readonly known: Readonly<Record<string, readonly unknown[]>>;
  /** Whether lengths and numbers use their minimum or maximum. */
  readonly atTheEdge: boolean;
}

/** A valid value, as far as the schema states its rules. */
export function makeValue(making: Making, schema: JsonSchema, name = ''): unknown {
  const { chance } = making;
  if (typeof schema.$ref === 'string') {
    return makeValue(making, making.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] as JsonSchema, name);
  }
  if (Array.isArray(schema.enum)) return pick(chance, schema.enum);
  if ('const' in schema) return schema.const;
  const branches = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (branches !== undefined) return makeValue(making, pick(chance, branches), name);
  const known = making.known[name];
  if (known !== undefined && known.length > 0 && chance() < 0.7) return pick(chance, known);
  switch (pick(chance, [schema.type].flat())) {
    case 'object':
      return objectOf(making, schema);
    case 'array': {
      const most = (schema.maxItems as number | undefined) ?? 4;
      const length = making.atTheEdge && chance() < 0.3 ? most : Math.floor(chance() * Math.min(most, 3)) + 1;
      const items = Array.from({ length }, () => makeValue(making, (schema.items ?? {}) as JsonSchema, name));
      return schema.uniqueItems === true ? [...new Set(items)] : items;
    }
    case 'integer':
    case 'number':
      return numberOf(making, schema);
    case 'boolean':
      return chance() < 0.5;
    case 'null':
      return null;
    default:
      return textOf(making, schema);
  }
}

/** The value with one random part made invalid or unusual, possibly the whole value. */
export function spoiled(chance: Chance, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || chance() < 0.1) return pick(chance, strange);
  if (Array.isArray(value)) {
    if (value.length === 0 || chance() < 0.2) return pick(chance, strange);
    return value.with(Math.floor(chance() * value.length), spoiled(chance, pick(chance, value)));
  }
  const copy: Record<string, unknown> = { ...value };
  const key = pick(chance, Object.keys(copy));
  const roll = chance();
  if (key === undefined || roll < 0.15) copy[pick(chance, strangeKeys)] = pick(chance, strange);
  else if (roll < 0.3) delete copy[key];
  else copy[key] = roll < 0.6 ? pick(chance, strange) : spoiled(chance, copy[key]);
  return copy;
}

const wide = Object.fromEntries(Array.from({ length: 2_500 }, (_, index) => [`k${index}`, 1]));
const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => ({ a: inner }), 1);

export const strange: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 31, '', ' ', '0', '-1', '1e5', '01', '.5', '1.'],
  ...['99999999999999999999999999999999.999999999999', '0.000000000000000000000000000001', 'NaN', 'Infinity', '１２'],
  ...['\u0000', 'a\u0000b', '\ud800', '\u202e', '🦊'.repeat(50), 'é'.normalize('NFD'), "'; drop table invoices;--"],
  ...['../../etc/passwd', '{{7*7}}', '<script>', 'x'.repeat(300), 'x'.repeat(20_000), 'javascript:alert(1)', 'http://'],
  ...['http://127.0.0.1/', 'http://[::1]:80/', 'https://user:pw@example.com/', 'ftp://example.com', 'undefined'],
  ...['00000000-0000-0000-0000-000000000000', '2026-02-30T00:00:00Z', '9999-12-31T23:59:59.999Z', 'usd', 'XXX', 'KWD'],
  ...[[], {}, [null], { a: 1 }, deep, wide, Array.from({ length: 150 }, () => 'x'), { toString: 'x' }],
  // Texts that cause excessive backtracking in a bad pattern.
  ...[
    'x'.repeat(100_000),
    '0'.repeat(100_000),
    `${'1.'.repeat(50_000)}x`,
    `${'a@'.repeat(50_000)}!`,
    ' '.repeat(100_000),
  ],
  ...['0x0000000000000000000000000000000000000000', `0x${'f'.repeat(64)}`, 'xpub661MyMwAqRbcF'],
];

const strangeKeys = [
  '__proto__',
  'constructor',
  'id',
  'owner_id',
  'status',
  'paid',
  'a'.repeat(500),
  '',
  '\u0000',
  'ключ',
];

function objectOf(making: Making, schema: JsonSchema): Record<string, unknown> {
  const required = new Set((schema.required ?? []) as string[]);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const wanted = properties.filter(([key]) => required.has(key) || making.chance() < 0.4);
  if (properties.length > 0) return Object.fromEntries(wanted.map(([key, one]) => [key, makeValue(making, one, key)]));
  const [values] = Object.values((schema.patternProperties ?? {}) as Record<string, JsonSchema>);
  if (values === undefined) return {};
  return Object.fromEntries(['a', 'note', 'b.c'].map((key) => [key, makeValue(making, values)]));
}

function numberOf({ chance, atTheEdge }: Making, schema: JsonSchema): number {
  const least = (schema.minimum as number | undefined) ?? 0;
  const most = (schema.maximum as number | undefined) ?? 1_000;
  if (atTheEdge) return pick(chance, [least, most]);
  return Math.floor(least + chance() * (most - least));
}

const texts = [
  '0',
  '1',
  '12.34',
  '999999999999.99',
  'USD',
  'EUR',
  'KWD',
  '#a1b2c3',
  '2026-11-28',
  '2026-11-28T09:30:00Z',
  '#FFFFFF',
  'text',
  'Ünïcode ✓',
  '0xabc',
];

function textOf({ chance, atTheEdge }: Making, schema: JsonSchema): string {
  switch (schema.format) {
    case 'uuid':
      return uuidOf(chance);
    case 'date-time':
      return new Date(1.7e12 + Math.floor(chance() * 2e11)).toISOString();
    case 'uri':
      return `https://shop.example/${Math.floor(chance() * 1e6)}`;
    case 'email':
      return `someone${Math.floor(chance() * 1e6)}@shop.example`;
    default:
  }
  const pattern = schema.pattern === undefined ? null : new RegExp(schema.pattern as string);
  const fitting = texts.filter((text) => pattern?.test(text) ?? true);
  const text = fitting.length === 0 ? 'text' : pick(chance, fitting);
  const least = (schema.minLength as number | undefined) ?? 0;
  const most = (schema.maxLength as number | undefined) ?? 100;
  if (pattern !== null) return text;
  return atTheEdge ? 'x'.repeat(pick(chance, [least, Math.min(most, 5_000)])) : text.padEnd(least, 'x').slice(0, most);
}

export function uuidOf(chance: Chance): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(chance() * 16).toString(16));
  hex[12] = '4';
  hex[16] = pick(chance, ['8', '9', 'a', 'b']);
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

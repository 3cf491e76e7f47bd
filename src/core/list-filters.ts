// What a list is asked for, read once for all lists: bounds of time and money, pairs of metadata, and a text to find.
import { allCurrencies, currencyOf } from './money/currency.ts';
import { divideUp, mostDecimals, parseUnits, pow10 } from './money/decimal.ts';
import { fieldProblem } from './problem.ts';
import { readEnd, readStart, readTimeZone } from './time/moment.ts';

/** From a moment on, and before another one; null where there is no bound. */
export interface CreatedRange {
  readonly from: Date | null;
  readonly before: Date | null;
}

/** The totals that fit in these currencies, in their minor units, bounds included; null where there is none. */
export interface TotalRange {
  readonly currencies: readonly string[];
  readonly least: bigint | null;
  readonly most: bigint | null;
}

/** A text that is looked for, in the forms that it may have been kept in. */
export interface Search {
  readonly text: string;
  /** As an id, in small letters; null where it is none. */
  readonly id: string | null;
  /** As the hash of a chain transaction. */
  readonly hashes: readonly string[];
}

/** Throws Problem naming the bound that is no time. */
export function readCreated(query: {
  created_after?: string;
  created_before?: string;
  time_zone?: string;
}): CreatedRange {
  const { created_after: from, created_before: before } = query;
  const timeZone = readTimeZone(query.time_zone);
  return {
    from: from === undefined ? null : readStart({ field: 'created_after', text: from, timeZone }),
    before: before === undefined ? null : readEnd({ field: 'created_before', text: before, timeZone }),
  };
}

/** One or several of something, as a query gives them; null where it is not asked for. */
export function several<Word>(given: Word | readonly Word[] | undefined): readonly Word[] | null {
  return given === undefined ? null : [...new Set([given].flat() as Word[])];
}

/** The code in capitals; null where none is asked for. Throws Problem naming `currency` for one that there is not. */
export function readCurrency(code: string | undefined): string | null {
  if (code === undefined) return null;
  const currency = currencyOf(code.toUpperCase());
  if (currency === null) throw fieldProblem('currency', 'unknown_currency', 'No such ISO 4217 currency.');
  return currency.code;
}

/**
 * Bounds as decimals of an invoice's own currency, whichever that is: one range for the currencies of each minor unit.
 * Null where there is no bound.
 */
export function readTotals(
  query: { total_min?: string; total_max?: string },
  currency: string | null,
): readonly TotalRange[] | null {
  const { total_min: least, total_max: most } = query;
  if (least === undefined && most === undefined) return null;
  const among = allCurrencies().filter(({ code }) => currency === null || code === currency);
  return [...Map.groupBy(among, ({ decimals }) => decimals)].map(([decimals, those]) => ({
    currencies: those.map(({ code }) => code),
    least: least === undefined ? null : divideUp(exactly('total_min', least), pow10(mostDecimals - decimals)),
    most: most === undefined ? null : exactly('total_max', most) / pow10(mostDecimals - decimals),
  }));
}

function exactly(field: string, text: string): bigint {
  const exact = parseUnits(text, mostDecimals);
  if (typeof exact !== 'bigint') throw fieldProblem(field, 'invalid_format', 'Must be a decimal in plain notation.');
  return exact;
}

const metadataName = /^metadata\[([^\]]{1,100})\]$/;

/** The pairs asked for as `metadata[name]=value`; null where there are none. Throws Problem for a name given twice. */
export function readMetadata(query: object): Readonly<Record<string, string>> | null {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    const [, key] = metadataName.exec(name) ?? [];
    if (key === undefined) return [];
    if (typeof value !== 'string') throw fieldProblem(name, 'duplicate', 'Ask for one value of a name.');
    return [[key, value]];
  });
  return pairs.length === 0 ? null : Object.fromEntries(pairs);
}

const uuidText = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const hexHash = /^(?:0x)?([0-9a-f]{64})$/;

/** Reads `q`; null where it is not asked for. Throws Problem naming it where it is nothing but space. */
export function readSearch(q: string | undefined): Search | null {
  if (q === undefined) return null;
  const text = q.trim();
  if (text === '') throw fieldProblem('q', 'too_short', 'Must not be empty.');
  const small = text.toLowerCase();
  const [, digits] = hexHash.exec(small) ?? [];
  const forms = digits === undefined ? [text, small] : [text, digits, `0x${digits}`];
  const id = uuidText.test(small) ? small : null;
  return { text, id, hashes: [...new Set(forms)] };
}

/** The most of one status that are counted; the fewer, where each has to be looked at by itself. */
export const mostCounted = 10_000;
export const mostCountedOneByOne = 1_000;

/** How many there are of each status, counted up to one more than `most`. */
export interface Counts {
  readonly byStatus: ReadonlyMap<string, number>;
  readonly most: number;
}

/**
 * Counts as the header X-Counts tells them, a dictionary after RFC 9651: `open=12, paid=10000;more`. `more` stands
 * where there are more than are counted.
 */
export function countsText({ byStatus, most }: Counts): string {
  return [...byStatus]
    .map(([name, count]) => `${name}=${Math.min(count, most)}${count > most ? ';more' : ''}`)
    .join(', ');
}

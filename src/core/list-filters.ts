// Reads the filters that lists share: ranges of time and money, pairs of metadata, and a search text.
import { allCurrencies, currencyOf } from './money/currency.ts';
import { divideUp, mostDecimals, parseUnits, pow10 } from './money/decimal.ts';
import { fieldProblem } from './problem.ts';
import { readEnd, readStart, readTimeZone } from './time/moment.ts';

/** From one time (inclusive) to another (exclusive); null for no bound. */
export interface CreatedRange {
  readonly from: Date | null;
  readonly before: Date | null;
}

/** The range of totals for each of these currencies, in their minor units, inclusive; null for no bound. */
export interface TotalRange {
  readonly currencies: readonly string[];
  readonly least: bigint | null;
  readonly most: bigint | null;
}

/** A search text, in each form that it may be stored in. */
export interface Search {
  readonly text: string;
  /** As an id, in lower case; null if the text is not an id. */
  readonly id: string | null;
  /** As the hash of a chain transaction. */
  readonly hashes: readonly string[];
}

/** Throws Problem for a bound that is not a time. */
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

/** The values of a query parameter that may be given once or several times; null if absent. */
export function several<Word>(given: Word | readonly Word[] | undefined): readonly Word[] | null {
  return given === undefined ? null : [...new Set([given].flat() as Word[])];
}

/** The code in capitals; null if absent. Throws Problem naming `currency` for an unknown code. */
export function readCurrency(code: string | undefined): string | null {
  if (code === undefined) return null;
  const currency = currencyOf(code.toUpperCase());
  if (currency === null) throw fieldProblem('currency', 'unknown_currency', 'No such ISO 4217 currency.');
  return currency.code;
}

/**
 * Reads bounds that are decimals of an invoice's own currency. Returns one range for each number of decimals; null if
 * no bound is given.
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

/** The pairs given as `metadata[name]=value`; null if there are none. Throws Problem for a repeated name. */
export function readMetadata(query: object): Readonly<Record<string, string>> | null {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    const [, key] = metadataName.exec(name) ?? [];
    if (key === undefined) return [];
    if (typeof value !== 'string') throw fieldProblem(name, 'duplicate', 'Give only one value for each name.');
    return [[key, value]];
  });
  return pairs.length === 0 ? null : Object.fromEntries(pairs);
}

const uuidText = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const hexHash = /^(?:0x)?([0-9a-f]{64})$/;

/** Reads `q`; null if absent. Throws Problem naming `q` if it is blank. */
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

/** The highest count that is reported for one status. Lists that must check each row use a lower limit. */
export const mostCounted = 10_000;
export const mostCountedOneByOne = 1_000;

/** The number of rows for each status, counted up to one more than `most`. */
export interface Counts {
  readonly byStatus: ReadonlyMap<string, number>;
  readonly most: number;
}

/**
 * Formats counts for the header X-Counts, a dictionary after RFC 9651: `open=12, paid=10000;more`. `more` means that
 * there are more rows than were counted.
 */
export function countsText({ byStatus, most }: Counts): string {
  return [...byStatus]
    .map(([name, count]) => `${name}=${Math.min(count, most)}${count > most ? ';more' : ''}`)
    .join(', ');
}

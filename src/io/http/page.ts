// Pages of a list: newest first, continued after the last row seen, so that page 10,000 costs what page 1 costs.

import { type CreatedRange, readCreated } from '../../core/list-filters.ts';
import { fieldProblem } from '../../core/problem.ts';
import { Type } from '../schema.ts';
import { createdFilters } from './lists/list-query.ts';
import { Answer } from './operation.ts';

/** Where a page is in a list. */
const placeQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'How many at the most.' })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'From the Link header of the page before.' })),
};

/** Every list of things that are made takes these. */
export const pageQuery = { ...placeQuery, ...createdFilters };

/** Of the catalog, which is whole unless a page is asked for: what it lists was not made at some time. */
export const catalogQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'How many at the most. All of them without limit and cursor.',
    }),
  ),
  cursor: placeQuery.cursor,
};

/** Of the lists that were published before there were pages: whole, unless a page is asked for. */
export const wholeOrPageQuery = { ...catalogQuery, ...createdFilters };

/** The greatest limit that PostgreSQL can count one more than. */
const noLimit = 2 ** 31 - 2;

/**
 * Where a page starts: after the row made at `time` (RFC 3339, microseconds kept) with this id. Some lists show certain
 * rows before all others: isFirst says whether this row was one of them.
 */
export interface PagePosition {
  readonly time: string;
  readonly id: string;
  readonly isFirst: boolean;
}

export interface Page {
  readonly limit: number;
  readonly after: PagePosition | null;
  /** When what it shows was made. */
  readonly created: CreatedRange;
}

/** The page with the newest so many rows. */
export function newest(limit: number): Page {
  return { limit, after: null, created: { from: null, before: null } };
}

interface PageParams {
  readonly limit?: number;
  readonly cursor?: string;
  readonly created_after?: string;
  readonly created_before?: string;
  readonly time_zone?: string;
}

const cursorText =
  /^(first )?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Throws Problem naming `cursor` if it is not one of ours, and the bound that is no time. */
export function readPage(query: PageParams): Page {
  const limit = query.limit ?? 50;
  // The validator reads `Infinity` as a number and then compares it with nothing.
  if (!Number.isInteger(limit)) throw fieldProblem('limit', 'invalid_type', 'Must be an integer from 1 to 100.');
  const created = readCreated(query);
  if (query.cursor === undefined) return { limit, after: null, created };
  const parts = cursorText.exec(Buffer.from(query.cursor, 'base64url').toString('latin1'));
  const [, first, time, id] = parts ?? [];
  if (time === undefined || id === undefined || !isTime(time))
    throw fieldProblem('cursor', 'invalid_format', 'Take the cursor from the Link header of the page before.');
  return { limit, after: { time, id, isFirst: first !== undefined }, created };
}

/** As readPage, where nothing asked for means everything. */
export function readWholeOrPage(query: PageParams): Page {
  return query.limit === undefined && query.cursor === undefined
    ? readPage({ ...query, limit: noLimit })
    : readPage(query);
}

/** The rows of this page and one more, of all that there are, in their order. */
export function rowsOfPage<Row extends { readonly id: string; readonly createdAt: Date }>(
  all: readonly Row[],
  { limit, after, created: { from, before } }: Page,
): Row[] {
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after.id) + 1;
  if (after !== null && start === 0)
    throw fieldProblem('cursor', 'invalid_format', 'What this cursor continues is gone. Begin the list anew.');
  return all
    .slice(start)
    .filter(({ createdAt }) => (from === null || createdAt >= from) && (before === null || createdAt < before))
    .slice(0, limit + 1);
}

/** Whether this text, which has the form of a time, is one: no 13th month, no 30th of February, no year 0. */
function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && !text.startsWith('0000') && time.toISOString().startsWith(text.slice(0, 19));
}

/** A page of the catalog, or the whole of it. */
export function catalogAnswer<Item extends { readonly id: string }, View>(
  items: readonly Item[],
  query: PageParams,
  place: PagePlace,
  view: (item: Item) => View,
): Answer<View[]> {
  const page = readWholeOrPage(query);
  const rows = items.map((item) => ({ id: item.id, createdAt: new Date(0), item }));
  return pageAnswer(rowsOfPage(rows, page), page, place, ({ item }) => view(item));
}

/** Where a page is: the request's URL below `publicUrl`, whether its list grows at its end, and what else is told. */
export interface PagePlace {
  readonly publicUrl: string;
  readonly url: string;
  readonly grows?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Answers a page from rows fetched with one more than the limit: the extra row only says that there is a next page,
 * which the Link header (RFC 8288) then names. `url` is that of the request, below `publicUrl`. A list that `grows` at
 * its end names the next page also where it has no rows yet.
 */
export function pageAnswer<Row extends { id: string; createdAt: Date; isFirst?: boolean }, View>(
  rows: readonly Row[],
  page: Page,
  { publicUrl, url, grows = false, headers = {} }: PagePlace,
  view: (row: Row) => View,
): Answer<View[]> {
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  if ((rows.length <= page.limit && !grows) || last === undefined) return new Answer(shown.map(view), { headers });
  const next = new URL(url, publicUrl);
  next.searchParams.set(
    'cursor',
    Buffer.from(`${last.isFirst ? 'first ' : ''}${last.createdAt.toISOString()} ${last.id}`, 'latin1').toString(
      'base64url',
    ),
  );
  const link = `<${publicUrl}${next.pathname}${next.search}>; rel="next"`;
  return new Answer(shown.map(view), { headers: { ...headers, link } });
}

// Pagination of lists, newest first. A page continues after the last row seen, so page 10,000 costs as much as page 1.

import { type CreatedRange, readCreated } from '../../core/list-filters.ts';
import { fieldProblem } from '../../core/problem.ts';
import { Type } from '../schema.ts';
import { createdFilters } from './lists/list-query.ts';
import { Answer } from './operation.ts';

/** The parameters that select a page. */
const placeQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'The maximum number.' })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'From the Link header of the previous page.' })),
};

/** The parameters of every list of items with a creation time. */
export const pageQuery = { ...placeQuery, ...createdFilters };

/**
 * The parameters of catalog lists. They are returned whole unless a page is requested, and their items have no creation
 * time.
 */
export const catalogQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'The maximum number. Without limit and cursor, all are returned.',
    }),
  ),
  cursor: placeQuery.cursor,
};

/** The parameters of lists that existed before pagination. They are returned whole unless a page is requested. */
export const wholeOrPageQuery = { ...catalogQuery, ...createdFilters };

/** The largest limit for which PostgreSQL can still compute limit + 1. */
const noLimit = 2 ** 31 - 2;

/**
 * A page starts after the row created at `time` (RFC 3339, with microseconds) with this id. Some lists show certain
 * rows first, and `isFirst` states whether this row was one of them.
 */
export interface PagePosition {
  readonly time: string;
  readonly id: string;
  readonly isFirst: boolean;
}

export interface Page {
  readonly limit: number;
  readonly after: PagePosition | null;
  /** The creation times of the rows shown. */
  readonly created: CreatedRange;
}

/** Returns the page with the newest `limit` rows. */
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

/** Throws a Problem that names `cursor` if it is invalid, or the bound that is not a time. */
export function readPage(query: PageParams): Page {
  const limit = query.limit ?? 50;
  // The validator accepts `Infinity` as a number, for which its bounds have no effect.
  if (!Number.isInteger(limit)) throw fieldProblem('limit', 'invalid_type', 'Must be an integer from 1 to 100.');
  const created = readCreated(query);
  if (query.cursor === undefined) return { limit, after: null, created };
  const parts = cursorText.exec(Buffer.from(query.cursor, 'base64url').toString('latin1'));
  const [, first, time, id] = parts ?? [];
  if (time === undefined || id === undefined || !isTime(time))
    throw fieldProblem('cursor', 'invalid_format', 'Take the cursor from the Link header of the previous page.');
  return { limit, after: { time, id, isFirst: first !== undefined }, created };
}

/** Like readPage, but returns everything by default. */
export function readWholeOrPage(query: PageParams): Page {
  return query.limit === undefined && query.cursor === undefined
    ? readPage({ ...query, limit: noLimit })
    : readPage(query);
}

/** Returns the rows of this page and one more, out of all rows in their order. */
export function rowsOfPage<Row extends { readonly id: string; readonly createdAt: Date }>(
  all: readonly Row[],
  { limit, after, created: { from, before } }: Page,
): Row[] {
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after.id) + 1;
  if (after !== null && start === 0)
    throw fieldProblem('cursor', 'invalid_format', 'The row of this cursor no longer exists. Start the list again.');
  return all
    .slice(start)
    .filter(({ createdAt }) => (from === null || createdAt >= from) && (before === null || createdAt < before))
    .slice(0, limit + 1);
}

/** Whether this text in the format of a time is a valid one: no 13th month, no 30 February, no year 0. */
function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && !text.startsWith('0000') && time.toISOString().startsWith(text.slice(0, 19));
}

/** Returns a page of the catalog, or all of it. */
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

/**
 * The place of a page: the request's URL below `publicUrl`, whether new rows are added at the list's end, and further
 * headers.
 */
export interface PagePlace {
  readonly publicUrl: string;
  readonly url: string;
  readonly grows?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Returns a page from rows that were fetched with limit + 1. The extra row only shows that there is a next page, which
 * the Link header (RFC 8288) then names. `url` is the request's URL below `publicUrl`. A list that `grows` at its end
 * names the next page even if it has no rows yet.
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

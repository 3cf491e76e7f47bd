// Pages of a list: newest first, continued after the last row seen, so that page 10,000 costs what page 1 costs.

import { fieldProblem } from '../../core/problem.ts';
import { Type } from '../schema.ts';
import { Answer } from './operation.ts';

export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'How many at the most.' })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'From the Link header of the page before.' })),
};

/** Of the lists that were published before there were pages: whole, unless a page is asked for. */
export const wholeOrPageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'How many at the most. All of them without limit and cursor.',
    }),
  ),
  cursor: pageQuery.cursor,
};

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
}

const cursorText =
  /^(first )?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Reads limit and cursor. Throws Problem naming `cursor` if it is not one of ours. */
export function readPage(query: { limit?: number; cursor?: string }): Page {
  const limit = query.limit ?? 50;
  // The validator reads `Infinity` as a number and then compares it with nothing.
  if (!Number.isInteger(limit)) throw fieldProblem('limit', 'invalid_type', 'Must be an integer from 1 to 100.');
  if (query.cursor === undefined) return { limit, after: null };
  const parts = cursorText.exec(Buffer.from(query.cursor, 'base64url').toString('latin1'));
  const [, first, time, id] = parts ?? [];
  if (time === undefined || id === undefined || !isTime(time))
    throw fieldProblem('cursor', 'invalid_format', 'Take the cursor from the Link header of the page before.');
  return { limit, after: { time, id, isFirst: first !== undefined } };
}

/** As readPage, where nothing asked for means everything. */
export function readWholeOrPage(query: { limit?: number; cursor?: string }): Page {
  if (query.limit === undefined && query.cursor === undefined) return { limit: noLimit, after: null };
  return readPage(query);
}

/** Whether this text, which has the form of a time, is one: no 13th month, no 30th of February, no year 0. */
function isTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && !text.startsWith('0000') && time.toISOString().startsWith(text.slice(0, 19));
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

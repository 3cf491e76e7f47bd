// Pages of lists. A page continues from an object that the client names, in either direction.
import { fieldProblem } from '../../../core/problem.ts';
import type { Direction } from '../../../io/db/keyset.ts';
import type { DialectAnswer, DialectCall } from '../../../io/http/dialects/dialect.ts';

const usualLimit = 25;
const mostLimit = 100;
/** Larger lists are not counted to their end. */
export const mostCounted = 10_000;

/** The place of a page. */
export interface Place {
  readonly limit: number;
  readonly order: 'asc' | 'desc';
  readonly startingAfter: string | null;
  readonly endingBefore: string | null;
  /** How the rows are read, from the object that the client names or from the end of the list. */
  readonly direction: Direction;
  /** The id of the named object. */
  readonly from: string | null;
}

/** Throws Problem naming `limit`, `order`, `starting_after` or `ending_before`. */
export function readPlace({ query }: Pick<DialectCall, 'query'>): Place {
  const limit = query.limit === undefined ? usualLimit : Number(query.limit);
  if (!/^[0-9]{1,3}$/.test(query.limit ?? '0') || limit > mostLimit)
    throw fieldProblem('limit', 'out_of_range', `Must be an integer from 0 to ${mostLimit}.`);
  const { order = 'desc', starting_after: startingAfter = null, ending_before: endingBefore = null } = query;
  if (order !== 'asc' && order !== 'desc') throw fieldProblem('order', 'invalid_value', 'Must be asc or desc.');
  if (startingAfter !== null && endingBefore !== null)
    throw fieldProblem('ending_before', 'not_allowed', 'Cannot be combined with starting_after.');
  const isOlder = (order === 'desc') === (endingBefore === null);
  const direction = isOlder ? 'older' : 'newer';
  return { limit, order, startingAfter, endingBefore, direction, from: startingAfter ?? endingBefore };
}

/** The problem of a `from` that names no object of the list. */
export function unknownPlace({ startingAfter }: Place): Error {
  const field = startingAfter === null ? 'ending_before' : 'starting_after';
  return fieldProblem(field, 'unknown', 'Must be the id of an object of this list.');
}

export interface Listed {
  /** In the direction of the place, one more than its limit. */
  readonly ids: readonly string[];
  readonly total: number;
  /** The address of the list. */
  readonly url: string;
  /** Returns the object with this id; null for one that cannot be shown. */
  show(id: string): object | null;
}

export function pageAnswer(place: Place, { ids, total, url, show }: Listed): DialectAnswer {
  const { limit, order, startingAfter, endingBefore } = place;
  const read = ids.slice(0, limit);
  const shown = endingBefore === null ? read : read.toReversed();
  const [first, last] = [shown[0] ?? null, shown.at(-1) ?? null];
  // A page without objects names no other page.
  const hasMore = ids.length > limit && limit > 0;
  const hasNext = endingBefore === null ? hasMore : last !== null;
  const hasPrevious = endingBefore === null ? startingAfter !== null && first !== null : hasMore;
  const uri = (name: string, id: string | null) => `${url}?limit=${limit}&order=${order}&${name}=${id}`;
  const data = shown.flatMap((id) => show(id) ?? []);
  const pagination = {
    order,
    starting_after: startingAfter,
    ending_before: endingBefore,
    total,
    limit,
    yielded: data.length,
    cursor_range: first === null || last === null ? [] : [first, last],
    previous_uri: hasPrevious ? uri('ending_before', first) : null,
    next_uri: hasNext ? uri('starting_after', last) : null,
  };
  return { status: 200, body: { pagination, data } };
}

// The filters of a list in the page's URL, under the API's names.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { startOfDay } from './days.ts';

/** A single value is a string, several values are a list. */
export type Search = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ListSearch {
  readonly search: Search;
  /** Adds these to the present filters; undefined removes one. The browser's back button leaves the list. */
  readonly change: (more: Search) => void;
}

export function useListSearch(): ListSearch {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  return {
    search,
    change: (more) =>
      void navigate({ to: '.', search: ((before: Search) => ({ ...before, ...more })) as never, replace: true }),
  };
}

/** One value; '' if it is not set. */
export function oneOf(search: Search, name: string): string {
  const value = [search[name]].flat()[0];
  return value === undefined ? '' : String(value);
}

/** All values of a name. */
export function allOf(search: Search, name: string): readonly string[] {
  const value = search[name];
  return value === undefined ? [] : [value].flat().map(String);
}

/** Filters that are sent unchanged. Days are not among them: they are sent as times. */
const sent = ['q', 'status', 'currency', 'cryptocurrency', 'network', 'total_min', 'total_max'] as const;

/** The query for the API; days are in this time zone, both included. */
export function queryOf(search: Search, zone: string): Record<string, string | readonly string[]> {
  const plain = sent.flatMap((name) => {
    const values = allOf(search, name);
    return values.length === 0 ? [] : [[name, values.length === 1 ? (values[0] ?? '') : values] as const];
  });
  const after = startOfDay(oneOf(search, 'from'), zone);
  const before = startOfDay(oneOf(search, 'to'), zone, 1);
  return {
    ...Object.fromEntries(plain),
    ...(after === null ? {} : { created_after: after }),
    ...(before === null ? {} : { created_before: before }),
  };
}

/** The filters that are set, without the app and settings of the page alone. */
export function filtersIn(search: Search): Search {
  const names = [...sent, 'from', 'to'];
  return Object.fromEntries(
    names.flatMap((name) => (allOf(search, name).join('') === '' ? [] : [[name, search[name]] as const])),
  );
}

/** Removes all filters. */
export const noFilters: Search = Object.fromEntries([...sent, 'from', 'to'].map((name) => [name, undefined]));

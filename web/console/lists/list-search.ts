// The filters of a list as they stand in the address of the page, under the names that the API gives them.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { startOfDay } from './days.ts';

/** What stands once is a text, what stands several times a list. */
export type Search = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ListSearch {
  readonly search: Search;
  /** Lays these over what is there; undefined takes one away. Going back leaves the list, not the last filter. */
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

/** One value; '' where there is none. */
export function oneOf(search: Search, name: string): string {
  const value = [search[name]].flat()[0];
  return value === undefined ? '' : String(value);
}

/** All values of a name. */
export function allOf(search: Search, name: string): readonly string[] {
  const value = search[name];
  return value === undefined ? [] : [value].flat().map(String);
}

/** Filters that are sent as they stand. Days stand apart: they are sent as moments. */
const sent = ['q', 'status', 'currency', 'cryptocurrency', 'network', 'total_min', 'total_max'] as const;

/** The query that the API is asked; days are those of this time zone, both counted. */
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

/** The filters that are set, without the app and what only this page knows. */
export function filtersIn(search: Search): Search {
  const names = [...sent, 'from', 'to'];
  return Object.fromEntries(
    names.flatMap((name) => (allOf(search, name).join('') === '' ? [] : [[name, search[name]] as const])),
  );
}

/** What takes all filters away. */
export const noFilters: Search = Object.fromEntries([...sent, 'from', 'to'].map((name) => [name, undefined]));

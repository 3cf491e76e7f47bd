// Filters that a user saved under a name, for one app and one list, in this browser.
import { filtersIn, type Search } from './list-search.ts';

export interface SavedView {
  readonly name: string;
  readonly search: Search;
}

/** The user and app, and the list. */
export interface ViewsOf {
  readonly list: string;
  readonly personId: string;
  readonly appId: string;
}

const keyOf = ({ list, personId, appId }: ViewsOf) => `console-views:${list}:${personId}:${appId}`;

export function readViews(of: ViewsOf): readonly SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(of)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
}

/** Replaces a view of the same name. Returns all views. */
export function keepView(of: ViewsOf, name: string, search: Search): readonly SavedView[] {
  return write(of, [...readViews(of).filter((one) => one.name !== name), { name, search: filtersIn(search) }]);
}

export function dropView(of: ViewsOf, name: string): readonly SavedView[] {
  return write(
    of,
    readViews(of).filter((one) => one.name !== name),
  );
}

function write(of: ViewsOf, views: readonly SavedView[]): readonly SavedView[] {
  try {
    localStorage.setItem(keyOf(of), JSON.stringify(views));
  } catch {
    // Storage is blocked in this browser: the views last while the page is open.
  }
  return views;
}

function isView(one: unknown): one is SavedView {
  const view = one as Partial<SavedView> | null;
  return typeof view?.name === 'string' && typeof view.search === 'object' && view.search !== null;
}

// Filters that a person keeps under a name, for one app and one list, in this browser.
import { filtersIn, type Search } from './list-search.ts';

export interface SavedView {
  readonly name: string;
  readonly search: Search;
}

/** Whose they are, and of which list. */
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

/** One of the same name is replaced. Answers what is there now. */
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
    // Storage is switched off in this browser: they last as long as the page.
  }
  return views;
}

function isView(one: unknown): one is SavedView {
  const view = one as Partial<SavedView> | null;
  return typeof view?.name === 'string' && typeof view.search === 'object' && view.search !== null;
}

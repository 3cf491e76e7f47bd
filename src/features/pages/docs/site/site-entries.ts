// Search entries of the documents: pages and their sections, and the terms of their tables and lists.
import type { SearchEntry } from '../reference/search-index.ts';
import { anchorOf, numbered } from './anchors.ts';
import { addressOf } from './site-index.ts';

export interface IndexedText {
  readonly path: string;
  readonly text: string;
  /** Empty if the list of documents does not contain the page. */
  readonly about: string;
}

/** Pages first, then sections, then terms. */
export function siteEntries(documents: readonly IndexedText[]): SearchEntry[] {
  const found = documents.flatMap((one) => entriesOf(one));
  const kinds = ['page', 'section', 'term'];
  return found.toSorted(([a], [b]) => kinds.indexOf(a) - kinds.indexOf(b));
}

function entriesOf({ path, text, about }: IndexedText): SearchEntry[] {
  const counts = new Map<string, number>();
  const base = addressOf(path).slice('/docs/'.length);
  const seen = new Set<string>();
  const found: SearchEntry[] = [];
  const isTitleOnly = path.startsWith('decisions/');
  let title = '';
  let anchor = '';
  for (const line of text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').split('\n')) {
    const [, marks = '', heading = ''] = /^(#{1,3}) (.+)$/.exec(line) ?? [];
    const [, cell = ''] = /^\| `([^`]+)`/.exec(line) ?? [];
    const [, item = ''] = /^- \*\*([^*]+?)\.?\*\*/.exec(line) ?? [];
    const term = cell === '' ? item : cell;
    if (marks === '#') {
      title = plain(heading);
      found.push(['page', title, about, base]);
    } else if (isTitleOnly) {
    } else if (marks !== '') {
      anchor = `#${numbered(anchorOf(heading), counts)}`;
      found.push(['section', plain(heading), title, base + anchor]);
    } else if (term !== '' && !seen.has(term)) {
      seen.add(term);
      found.push(['term', term, title, base + anchor]);
    }
  }
  return found;
}

function plain(heading: string): string {
  return heading.replaceAll('`', '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

// The search field of the documentation, which needs a script.
import { escapeHtml } from '../../../../../io/http/browser/html-page.ts';

export interface SearchFrame {
  /** Hidden until the script shows it. */
  readonly html: string;
  /** HTML for the end of the head. */
  readonly head: string;
}

/** `script` is the URL of the search script; null if it is not built. */
export function searchFrame(script: string | null): SearchFrame {
  const index = '<link rel="alternate" type="application/json" title="Search index" href="/docs/search.json">';
  return {
    html: searchHtml,
    head: script === null ? '' : `${index}<script type="module" src="${escapeHtml(script)}"></script>`,
  };
}

const searchHtml = [
  '<search hidden><label for="search">Search the documentation</label>',
  '<input id="search" type="search" placeholder="Search the documentation" autocomplete="off" spellcheck="false"',
  'aria-describedby="found" aria-keyshortcuts="/"><p id="found" role="status"></p>',
  '<ul id="results" hidden></ul></search>',
].join(' ');

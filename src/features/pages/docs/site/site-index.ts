// Parses the list of documents in docs/README.md: groups of pages, each with a title and one sentence.

export interface ListedPage {
  /** The path below docs/, as in `how-to/deploy.md`. */
  readonly path: string;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
}

export interface PageGroup {
  readonly title: string;
  readonly pages: readonly ListedPage[];
}

/** In the order of the text. */
export function readIndex(text: string): PageGroup[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => ({ title: part.slice(0, part.indexOf('\n')), pages: pagesIn(part) }));
}

function pagesIn(text: string): ListedPage[] {
  return [...text.matchAll(/^- \[(.+)\]\((.+)\): (.+)$/gm)].map(([, title = '', path = '', about = '']) => ({
    path,
    title,
    about,
  }));
}

/** Documents that an instance generates from its own catalogues. */
const drawn: Readonly<Record<string, string>> = {
  'reference/errors.md': '/problems',
  'reference/events.md': '/docs/events',
};

export function isDrawnElsewhere(path: string): boolean {
  return Object.hasOwn(drawn, path);
}

/** The URL of a document: `/docs/how-to/deploy`, or `/docs` for the list itself. */
export function addressOf(path: string): string {
  if (isDrawnElsewhere(path)) return drawn[path] as string;
  return `/docs/${path}`.replace(/\.md$/, '').replace(/\/README$/, '');
}

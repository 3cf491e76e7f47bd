// A paged list: `for await` iterates over all entries, newest first, and requests each page only when needed.

export interface Page<T> {
  readonly items: T[];
  /** The `cursor` of the next page; null on the last one. */
  readonly next: string | null;
}

type Fetched<T> = { readonly items: T[]; readonly link: string | null };

export class Pages<T> implements AsyncIterable<T> {
  readonly #fetch: (cursor: string | null) => Promise<Fetched<T>>;

  constructor(fetch: (cursor: string | null) => Promise<Fetched<T>>) {
    this.#fetch = fetch;
  }

  /** One page: the first, or the one at a cursor. */
  async page(cursor: string | null = null): Promise<Page<T>> {
    const { items, link } = await this.#fetch(cursor);
    return { items, next: cursorOf(link) };
  }

  /** All entries, page by page. A list that is read on from its end ends at an empty page, which links to itself. */
  async *pages(): AsyncGenerator<T[]> {
    let cursor: string | null = null;
    while (true) {
      const page: Page<T> = await this.page(cursor);
      yield page.items;
      if (page.next === null || (page.items.length === 0 && page.next === cursor)) return;
      cursor = page.next;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for await (const items of this.pages()) yield* items;
  }
}

/**
 * Only the cursor of `Link: <…>; rel="next"` (RFC 8288) is used, never its URL, so that the token is sent only to the
 * configured instance.
 */
function cursorOf(link: string | null): string | null {
  const address = /<([^>]*)>\s*;\s*rel="next"/.exec(link ?? '')?.[1];
  if (address === undefined) return null;
  return new URL(address, 'http://localhost').searchParams.get('cursor');
}

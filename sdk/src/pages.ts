// A list read page by page: `for await` goes through all of it, newest first, and asks for no page before it is needed.

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

  /** One page: the first, or the one that a cursor leads to. */
  async page(cursor: string | null = null): Promise<Page<T>> {
    const { items, link } = await this.#fetch(cursor);
    return { items, next: cursorOf(link) };
  }

  /** Everything, in pages. */
  async *pages(): AsyncGenerator<T[]> {
    let cursor: string | null = null;
    do {
      const page: Page<T> = await this.page(cursor);
      yield page.items;
      cursor = page.next;
    } while (cursor !== null);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for await (const items of this.pages()) yield* items;
  }
}

/**
 * Only the cursor is taken from `Link: <…>; rel="next"` (RFC 8288), never its address: the token goes where it was
 * meant to go.
 */
function cursorOf(link: string | null): string | null {
  const address = /<([^>]*)>\s*;\s*rel="next"/.exec(link ?? '')?.[1];
  if (address === undefined) return null;
  return new URL(address, 'http://localhost').searchParams.get('cursor');
}

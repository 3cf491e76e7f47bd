// Caches rendered pages for requests within the same second. Rendering a page takes half the time of answering it.
import { createHash } from 'node:crypto';
import { LruMap } from 'toad-cache';
import type { PageDocument } from './page-document.ts';

/** A page encoded in UTF-8. */
export interface WrittenPage {
  readonly html: Buffer;
  readonly headers: PageDocument['headers'];
}

interface KeptPage extends WrittenPage {
  /** The hash of the seed that the page was rendered from. */
  readonly hash: string;
}

/** The newest page is kept for each of this many addresses. */
const mostKept = 64;

export type KeptPages = ReturnType<typeof keptPages>;

/**
 * Returns a function that renders the page of a seed, or returns the cached one. `place` is the address of the page
 * with everything else that it depends on. The seed is read for each request, so a changed page is rendered again at
 * once. Only the second of its time counts.
 */
export function keptPages() {
  const kept = new LruMap<KeptPage>(mostKept);
  return (place: string, seed: { readonly now: string }, draw: () => PageDocument): WrittenPage => {
    const second = Math.floor(Date.parse(seed.now) / 1_000);
    const hash = createHash('sha256')
      .update(JSON.stringify({ ...seed, now: second }))
      .digest('base64');
    const known = kept.get(place);
    if (known?.hash === hash) return known;
    const { html, headers } = draw();
    const page = { html: Buffer.from(html), headers, hash };
    kept.set(place, page);
    return page;
  };
}

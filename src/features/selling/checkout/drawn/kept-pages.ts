// Pages that were just drawn, for whoever asks for the same within the same second: drawing one is half of what it
// costs to answer a page.
import { createHash } from 'node:crypto';
import { LruMap } from 'toad-cache';
import type { PageDocument } from './page-document.ts';

/** A page as it travels, in UTF-8. */
export interface WrittenPage {
  readonly html: Buffer;
  readonly headers: PageDocument['headers'];
}

interface KeptPage extends WrittenPage {
  /** Of what it was drawn of. */
  readonly hash: string;
}

/** Of that many addresses the newest page is kept. */
const mostKept = 64;

export type KeptPages = ReturnType<typeof keptPages>;

/**
 * The page of this seed at this address (`place`, with whatever else it depends on). The seed is read for each request,
 * so a page that changed is drawn anew at once; of its time only the second counts.
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

// How asking a source of prices went the last time, for whoever wants to know why a rate is missing.
import type { Pair } from '../../io/rate-sources/rate-source.ts';

export interface SourceStanding {
  readonly source: string;
  /** The last answer; null before the first. */
  readonly heard: {
    /** The pairs that it had a price of. */
    readonly priced: readonly Pair[];
    /** In words, which of its answers could not be prices. */
    readonly refused: readonly string[];
    readonly millis: number;
  } | null;
  /** Why it gave no prices the last time it was asked; null where it did. */
  readonly fault: string | null;
}

/** Of a source that was not asked yet. */
export function unheard(source: string): SourceStanding {
  return { source, heard: null, fault: null };
}

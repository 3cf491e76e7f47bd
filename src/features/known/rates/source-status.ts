// How asking a source of prices went the last time, for whoever wants to know why a rate is missing.
import type { Pair } from '../../../io/rate-sources/rate-source.ts';

export interface SourceStanding {
  readonly source: string;
  /** The last answer; null before the first. */
  readonly heard: {
    /** The pairs that it had a price of. */
    readonly priced: readonly Pair[];
    /** In words, which of its answers could not be prices. */
    readonly refused: readonly string[];
    readonly millis: number;
    /** When it was heard, or when the source made its newest price where that is what counts. */
    readonly at: Date;
    /** Prices that nobody else can check, and that are too far from what was believed before. */
    readonly doubted: readonly Pair[];
    /** Prices that stand apart from those of the other sources. */
    readonly apart: readonly Pair[];
  } | null;
  /** Why it gave no prices the last time it was asked; null where it did. */
  readonly fault: string | null;
}

/** Of a source that was not asked yet. */
export function unheard(source: string): SourceStanding {
  return { source, heard: null, fault: null };
}

export const states = ['answers', 'doubted', 'away', 'not_asked'] as const;
export type SourceState = (typeof states)[number];

/** `doubted`: some of what it says stands apart from the others, or is not believed. */
export function stateOf({ heard, fault }: SourceStanding): SourceState {
  if (fault !== null) return 'away';
  if (heard === null) return 'not_asked';
  return heard.apart.length + heard.doubted.length > 0 ? 'doubted' : 'answers';
}

// The result of a source's last query, which explains why a rate is missing.
import type { Pair } from '../../../io/rate-sources/rate-source.ts';

export interface SourceStanding {
  readonly source: string;
  /** The last answer. Null before the first. */
  readonly heard: {
    /** The pairs that it had a price for. */
    readonly priced: readonly Pair[];
    /** The answers that are no valid prices, each described in words. */
    readonly refused: readonly string[];
    readonly millis: number;
    /** When the answer arrived, or the time of the source's newest price if its prices carry a time. */
    readonly at: Date;
    /** Pairs with a price that differs too much from the last accepted one, and that no other source can confirm. */
    readonly doubted: readonly Pair[];
    /** Pairs with a price that deviates from the other sources. */
    readonly apart: readonly Pair[];
  } | null;
  /** Why the last query failed. Null if it succeeded. */
  readonly fault: string | null;
}

/** The status of a source that was not queried yet. */
export function unheard(source: string): SourceStanding {
  return { source, heard: null, fault: null };
}

export const states = ['answers', 'doubted', 'away', 'not_asked'] as const;
export type SourceState = (typeof states)[number];

/** `doubted` means that a price deviates from the other sources, or is not accepted. */
export function stateOf({ heard, fault }: SourceStanding): SourceState {
  if (fault !== null) return 'away';
  if (heard === null) return 'not_asked';
  return heard.apart.length + heard.doubted.length > 0 ? 'doubted' : 'answers';
}

// Holds the last price of each source for each pair, and the last one that passed the plausibility check.
import type { HeardRate } from '../../../core/money/rate-median.ts';

/** The prices of one source for a pair. */
export interface Voice {
  readonly latest: HeardRate;
  /** The last plausible price. Null if there was none. */
  readonly believed: HeardRate | null;
}

export interface HeardRates {
  of(pair: string): readonly Voice[];
  /** The pairs that have at least one price. */
  pairs(): readonly string[];
  note(pair: string, heard: HeardRate, isBelievable: boolean): void;
  /** Whether this source did not know the pair in its last answer. */
  lacks(pair: string, source: string): boolean;
  noteLack(pair: string, source: string): void;
}

export function rememberRates(): HeardRates {
  const voices = new Map<string, Map<string, Voice>>();
  const lacking = new Set<string>();
  return {
    of: (pair) => [...(voices.get(pair)?.values() ?? [])],
    pairs: () => [...voices.keys()],
    note(pair, heard, isBelievable) {
      const bySource = voices.get(pair) ?? new Map<string, Voice>();
      voices.set(pair, bySource);
      const believed = isBelievable ? heard : (bySource.get(heard.source)?.believed ?? null);
      bySource.set(heard.source, { latest: heard, believed });
      lacking.delete(`${heard.source} ${pair}`);
    },
    lacks: (pair, source) => lacking.has(`${source} ${pair}`),
    noteLack: (pair, source) => void lacking.add(`${source} ${pair}`),
  };
}

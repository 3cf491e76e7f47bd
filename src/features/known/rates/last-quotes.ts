// What each source was last heard to say of each pair, and what was believed of it when nobody else could check it.
import type { HeardRate } from '../../../core/money/rate-median.ts';

/** What one source says of a pair. */
export interface Voice {
  readonly latest: HeardRate;
  /** The last one that lay where the pair was believed to be; null where none did. */
  readonly believed: HeardRate | null;
}

export interface HeardRates {
  of(pair: string): readonly Voice[];
  /** The pairs that anything was heard of. */
  pairs(): readonly string[];
  note(pair: string, heard: HeardRate, isBelievable: boolean): void;
  /** Whether this source, when it was asked the last time, did not know the pair. */
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

// What each source was last heard to say of each pair, and which sudden jumps wait to be said twice.
import type { Rate } from '../../core/money/rate.ts';
import { type HeardRate, isFresh, isJump } from '../../core/money/rate-median.ts';

export interface HeardRates {
  /** What the sources are believed to say, fresh or not, of the pair of this name. */
  of(pair: string): HeardRate[];
  /** Answers whether it is believed now: a jump is believed at once only where nothing fresh speaks against it. */
  note(pair: string, heard: HeardRate): boolean;
}

interface Memory {
  readonly believed: HeardRate;
  /** A jump that nobody confirmed yet. */
  readonly doubted: Rate | null;
}

export function rememberRates(maxAgeSeconds: number): HeardRates {
  const memories = new Map<string, Map<string, Memory>>();
  return {
    of: (pair) => [...(memories.get(pair)?.values() ?? [])].map((memory) => memory.believed),
    note(pair, heard) {
      const bySource = memories.get(pair) ?? new Map<string, Memory>();
      memories.set(pair, bySource);
      const last = bySource.get(heard.source);
      const isDoubtful =
        last !== undefined &&
        isFresh(last.believed, heard.at, maxAgeSeconds) &&
        isJump(last.believed.rate, heard.rate) &&
        (last.doubted === null || isJump(last.doubted, heard.rate));
      const memory = isDoubtful ? { believed: last.believed, doubted: heard.rate } : { believed: heard, doubted: null };
      bySource.set(heard.source, memory);
      return !isDoubtful;
    },
  };
}

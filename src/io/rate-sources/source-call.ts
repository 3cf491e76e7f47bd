// What sources have in common: one call, its answer as JSON, and what a market between two offers is worth.

import { parseRate, type Rate } from '../../core/money/rate.ts';
import { onOneScale } from '../../core/money/rate-band.ts';
import { meanOf } from '../../core/money/rate-median.ts';
import { redirectTarget } from '../../core/urls/redirect-target.ts';
import { type Get, type GetRequest, type Pair, RateSourceFault } from './rate-source.ts';

const timeoutMs = 10_000;
/** A market wider than this share of the ask has no price to speak of. */
const widestSpreadPercent = 5n;

/** The text of an answer with status 200. Throws RateSourceFault for any other. */
export async function textOf(
  get: Get,
  url: string,
  request: Omit<GetRequest, 'timeoutMs'> & { readonly alsoStatus?: number },
): Promise<string> {
  const { alsoStatus, ...rest } = request;
  const answer = await get(url, { ...rest, timeoutMs }).catch((error: unknown) => {
    // Without its cause, which the log would tell once more: it says the same.
    throw new RateSourceFault(error instanceof Error ? error.message : String(error));
  });
  if (answer.status === 429) throw new RateSourceFault('answered with status 429: it is asked too often');
  const target = redirectTarget(url, answer, { isSecretPath: true });
  if (target !== null) throw new RateSourceFault(`redirects to ${target}, which is not followed (${answer.status})`);
  if (answer.status !== 200 && answer.status !== alsoStatus)
    throw new RateSourceFault(`answered with status ${answer.status}`);
  return answer.body.toString('utf8');
}

/** Throws RateSourceFault for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RateSourceFault('answered something that is not JSON', { cause: error });
  }
}

/** The middle of a market; null where bid and ask are no prices, crossed, or too far apart. */
export function middleOf(bidText: unknown, askText: unknown): Rate | null {
  const bid = typeof bidText === 'string' ? parseRate(bidText) : null;
  const ask = typeof askText === 'string' ? parseRate(askText) : null;
  if (bid === null || ask === null) return null;
  const [low, high] = onOneScale(bid, ask);
  if (low > high || (high - low) * 100n > high * widestSpreadPercent) return null;
  return meanOf(ask, bid);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function nameOf({ cryptocurrency, currency }: Pair): string {
  return `${cryptocurrency}/${currency}`;
}

/** A pair that is not traded today may be one day. */
const forgetUntradedMs = 60 * 60 * 1000;

/**
 * Asks for markets by name where one unknown name spoils the whole answer and is not named in it: halving finds it, and
 * it is not asked for again within the hour. `ask` answers null for such an answer.
 */
export function halvingReader<T>(
  ask: (names: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, T> | null>,
  options: { readonly namesPerRequest: number; now(): number },
): (names: readonly string[], signal: AbortSignal) => Promise<Map<string, T>> {
  /** Until when each is not asked for. */
  const untraded = new Map<string, number>();
  const readSome = async (names: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, T>> => {
    const found = await ask(names, signal);
    if (found !== null) return found;
    if (names.length === 1) {
      untraded.set(names[0] as string, options.now() + forgetUntradedMs);
      return new Map();
    }
    const half = names.length >> 1;
    const first = await readSome(names.slice(0, half), signal);
    return new Map([...first, ...(await readSome(names.slice(half), signal))]);
  };
  return async (wanted, signal) => {
    const names = [...new Set(wanted)].filter((name) => (untraded.get(name) ?? 0) <= options.now());
    const found = new Map<string, T>();
    for (let at = 0; at < names.length; at += options.namesPerRequest)
      for (const [name, one] of await readSome(names.slice(at, at + options.namesPerRequest), signal))
        found.set(name, one);
    return found;
  };
}

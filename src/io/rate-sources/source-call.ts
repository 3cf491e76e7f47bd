// Shared code of price sources: a call, JSON parsing, and the midpoint of a market.

import { parseRate, type Rate } from '../../core/money/rate.ts';
import { onOneScale } from '../../core/money/rate-band.ts';
import { meanOf } from '../../core/money/rate-median.ts';
import { redirectTarget } from '../../core/urls/redirect-target.ts';
import { type Get, type GetRequest, type Pair, RateSourceFault } from './rate-source.ts';

const timeoutMs = 10_000;
/** A market with a wider spread, in percent of the ask, has no usable price. */
const widestSpreadPercent = 5n;

/** Returns the text of a response with status 200. Throws RateSourceFault for any other. */
export async function textOf(
  get: Get,
  url: string,
  request: Omit<GetRequest, 'timeoutMs'> & { readonly alsoStatus?: number },
): Promise<string> {
  const { alsoStatus, ...rest } = request;
  const answer = await get(url, { ...rest, timeoutMs }).catch((error: unknown) => {
    // Omits the cause, because the log would repeat the same message.
    throw new RateSourceFault(error instanceof Error ? error.message : String(error));
  });
  if (answer.status === 429) throw new RateSourceFault('answered with status 429: too many requests');
  const target = redirectTarget(url, answer, { isSecretPath: true });
  if (target !== null) throw new RateSourceFault(`redirects to ${target}, which is not followed (${answer.status})`);
  if (answer.status !== 200 && answer.status !== alsoStatus)
    throw new RateSourceFault(`answered with status ${answer.status}`);
  return answer.body.toString('utf8');
}

/** Throws RateSourceFault if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RateSourceFault('answered something that is not JSON', { cause: error });
  }
}

/**
 * Returns the midpoint of a market. Null if bid or ask is invalid, if they are crossed, or if they are too far apart.
 */
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

/** A pair that is not traded now may be traded later. */
const forgetUntradedMs = 60 * 60 * 1000;

/**
 * Requests markets by name from an API that fails as a whole, without details, if one name is unknown. Halves the list
 * until the name is found, and leaves it out for an hour. `ask` returns null for such a failure.
 */
export function halvingReader<T>(
  ask: (names: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, T> | null>,
  options: { readonly namesPerRequest: number; now(): number },
): (names: readonly string[], signal: AbortSignal) => Promise<Map<string, T>> {
  /** When each name may be requested again. */
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

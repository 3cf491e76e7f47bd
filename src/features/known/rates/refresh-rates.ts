// Queries each source for the wanted pairs, in rounds, at the source's own interval.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RateSource } from '../../../io/rate-sources/rate-source.ts';
import { type BelievedPair, nameOf } from './pair-prices.ts';
import type { RateBook } from './rate-book.ts';

export interface RefreshOptions {
  readonly book: RateBook;
  readonly sources: readonly RateSource[];
  readonly log: Pick<Logger, 'info' | 'warn'>;
  now(): Date;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  /** Replaces the sources' own intervals. */
  readonly intervalMs?: number;
  /** The maximum age of a price. A source is queried twice within this time. */
  readonly maxAgeSeconds?: number;
  /** Stores newly accepted prices. An error is logged and the prices are not stored again. */
  keep?(believed: readonly BelievedPair[], now: Date): Promise<void>;
}

export interface RateRefresher {
  /** Resolves when every source was queried once, successfully or not. */
  readonly firstRound: Promise<void>;
  stop(): Promise<void>;
}

const everyMs = 30_000;
const firstRetryMs = 5_000;
const longestRetryMs = 300_000;
/** Pairs requested within this time are sent in one query. */
const gatherMs = 50;

export function refreshRates(options: RefreshOptions): RateRefresher {
  const stopping = new AbortController();
  const rounds = options.sources.map((source) => {
    const first = Promise.withResolvers<void>();
    return { first: first.promise, loop: follow(source, options, stopping.signal, first.resolve) };
  });
  return {
    firstRound: Promise.all(rounds.map((round) => round.first)).then(() => undefined),
    async stop() {
      stopping.abort();
      await Promise.all(rounds.map((round) => round.loop));
    },
  };
}

async function follow(
  source: RateSource,
  options: RefreshOptions,
  stop: AbortSignal,
  onFirst: () => void,
): Promise<void> {
  let failures = 0;
  while (!stop.aborted) {
    // Pairs that become wanted from here on start the next round.
    const wake = new AbortController();
    const unlisten = options.book.onWanted(() => wake.abort());
    failures = (await askOnce(source, options, stop, failures)) ? 0 : failures + 1;
    onFirst();
    const waitMs =
      failures === 0 ? (options.intervalMs ?? paceOf(source, options)) : retryMs(failures, options.random());
    // A failing source is not queried earlier because of new pairs.
    await pause(waitMs, failures === 0 ? AbortSignal.any([stop, wake.signal]) : stop);
    unlisten();
    if (wake.signal.aborted) await pause(gatherMs, stop);
  }
}

/** Returns whether the source answered. */
async function askOnce(
  source: RateSource,
  options: RefreshOptions,
  stop: AbortSignal,
  failures: number,
): Promise<boolean> {
  const { book, log, now } = options;
  const asked = book.wanted(source);
  if (asked.length === 0) return true;
  const startedAt = performance.now();
  try {
    const { prices, refused } = await source.fetch(asked, stop);
    const at = now();
    const millis = Math.round(performance.now() - startedAt);
    const doubted = book.hear(source, { asked, prices, refused, at });
    const believed = book.settle(at);
    const apart = book.apart(source.name, at);
    const newest = prices.map((price) => price.at ?? at).sort((a, b) => b.getTime() - a.getTime())[0] ?? at;
    book.note({
      source: source.name,
      heard: { priced: prices, refused, millis, at: newest, doubted, apart },
      fault: null,
    });
    const tell = (pairs: readonly string[], message: string) =>
      pairs.length > 0 && log.warn({ source: source.name, pairs }, message);
    tell(refused, 'invalid prices were ignored');
    tell(doubted.map(nameOf), 'prices without a second source moved too far and were rejected');
    tell(apart.map(nameOf), 'prices that deviate from the other sources were ignored');
    if (failures > 0) log.info({ source: source.name, failures }, 'the rate source answers again');
    await keepBelieved(options, believed, at);
    return true;
  } catch (error) {
    const heard = book.standings().find((standing) => standing.source === source.name)?.heard ?? null;
    book.note({ source: source.name, heard, fault: error instanceof Error ? error.message : String(error) });
    if (!stop.aborted)
      log.warn({ source: source.name, failures: failures + 1, err: error }, 'the rate source gave no prices');
    return false;
  }
}

async function keepBelieved(options: RefreshOptions, believed: readonly BelievedPair[], at: Date): Promise<void> {
  if (believed.length === 0 || options.keep === undefined) return;
  await options.keep(believed, at).catch((error: unknown) => {
    options.log.warn({ err: error }, 'could not store accepted prices');
  });
}

/** The source's own interval, or a shorter one if its prices would otherwise become too old. */
function paceOf(source: RateSource, { maxAgeSeconds }: RefreshOptions): number {
  const own = source.everyMs ?? everyMs;
  if (source.maxAgeSeconds !== undefined || maxAgeSeconds === undefined) return own;
  return Math.min(own, maxAgeSeconds * 500);
}

/** 5 s, 10 s, 20 s … 5 min, each up to a fifth longer, so that many nodes do not retry at the same time. */
function retryMs(failures: number, random: number): number {
  return Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs) * (1 + random / 5);
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}

// Asks each source for the wanted pairs, round after round, each at its own pace.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Pair, RateSource } from '../../io/rate-sources/rate-source.ts';
import type { RateBook } from './rate-book.ts';
import { type SourceStanding, unheard } from './source-standing.ts';

export interface RefreshOptions {
  readonly book: RateBook;
  readonly sources: readonly RateSource[];
  readonly log: Pick<Logger, 'info' | 'warn'>;
  now(): Date;
  /** From 0 (inclusive) to 1 (exclusive). */
  random(): number;
  readonly intervalMs?: number;
}

export interface RateRefresher {
  /** Resolves when every source was asked once, whatever came of it. */
  readonly firstRound: Promise<void>;
  /** How asking each source went the last time, in their order. */
  standings(): readonly SourceStanding[];
  stop(): Promise<void>;
}

interface Following extends RefreshOptions {
  note(standing: SourceStanding): void;
}

const everyMs = 30_000;
const firstRetryMs = 5_000;
const longestRetryMs = 300_000;
/** Pairs that are asked for together are sent together. */
const gatherMs = 50;

export function refreshRates(options: RefreshOptions): RateRefresher {
  const stopping = new AbortController();
  const standings = new Map(options.sources.map(({ name }) => [name, unheard(name)]));
  const note = (standing: SourceStanding) => standings.set(standing.source, standing);
  const rounds = options.sources.map((source) => {
    const first = Promise.withResolvers<void>();
    return { first: first.promise, loop: follow(source, { ...options, note }, stopping.signal, first.resolve) };
  });
  return {
    firstRound: Promise.all(rounds.map((round) => round.first)).then(() => undefined),
    standings: () => [...standings.values()],
    async stop() {
      stopping.abort();
      await Promise.all(rounds.map((round) => round.loop));
    },
  };
}

async function follow(source: RateSource, options: Following, stop: AbortSignal, onFirst: () => void): Promise<void> {
  let failures = 0;
  while (!stop.aborted) {
    // What is wanted from here on is not in this round and starts the next one.
    const wake = new AbortController();
    const unlisten = options.book.onWanted(() => wake.abort());
    failures = (await askOnce(source, options, stop, failures)) ? 0 : failures + 1;
    onFirst();
    const waitMs = failures === 0 ? (options.intervalMs ?? everyMs) : retryMs(failures, options.random());
    // A source that is away is left in peace: asking anew does not wake it.
    await pause(waitMs, failures === 0 ? AbortSignal.any([stop, wake.signal]) : stop);
    unlisten();
    if (wake.signal.aborted) await pause(gatherMs, stop);
  }
}

/** Whether the source answered. */
async function askOnce(source: RateSource, options: Following, stop: AbortSignal, failures: number): Promise<boolean> {
  const { book, log, now, note } = options;
  const pairs = book.wanted().filter((pair) => source.currencies.includes(pair.currency));
  if (pairs.length === 0) return true;
  const startedAt = performance.now();
  try {
    const { prices, refused } = await source.fetch(pairs, stop);
    const at = now();
    const millis = Math.round(performance.now() - startedAt);
    note({ source: source.name, heard: { priced: prices, refused, millis }, fault: null });
    const doubted = prices.filter((price) => !book.record(source.name, price, price.rate, at));
    if (refused.length > 0)
      log.warn({ source: source.name, pairs: refused }, 'answers that are no prices were left out');
    if (doubted.length > 0)
      log.warn({ source: source.name, pairs: doubted.map(nameOf) }, 'sudden jumps wait to be confirmed');
    if (failures > 0) log.info({ source: source.name, failures }, 'the rate source answers again');
    return true;
  } catch (error) {
    note({ source: source.name, heard: null, fault: error instanceof Error ? error.message : String(error) });
    if (!stop.aborted)
      log.warn({ source: source.name, failures: failures + 1, err: error }, 'the rate source gave no prices');
    return false;
  }
}

/** 5 s, 10 s, 20 s … 5 min, each up to a fifth longer, so that many nodes do not come back together. */
function retryMs(failures: number, random: number): number {
  return Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs) * (1 + random / 5);
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}

function nameOf({ cryptocurrency, currency }: Pair): string {
  return `${cryptocurrency}/${currency}`;
}

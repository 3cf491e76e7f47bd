// Asks rails without blocks for places to pay at, over one connection for each network.
import type { FamilyName } from '../../../core/config/network-entry.ts';
import type { NetworkFacts, ReaderLog } from '../chain.ts';
import type { BlocklessRail, PlaceAsked } from './rail.ts';
import { openRail } from './rails.ts';

/** A customer waits for no rail longer than that. */
const mostMillis = 5_000;

export interface RailNetwork {
  readonly symbol: string;
  readonly family: FamilyName;
  readonly facts: NetworkFacts;
}

export interface Places {
  /**
   * A place that is given out once; null, with a line in the log, where the rail does not make one within five
   * seconds. Not to be called inside a database transaction.
   */
  make(network: RailNetwork, asked: PlaceAsked): Promise<string | null>;
}

/** `millis`: how long a rail is waited for. */
export function openPlaces(log: ReaderLog, millis = mostMillis): Places & { close(): Promise<void> } {
  const open = new Map<string, BlocklessRail>();
  const railOf = ({ symbol, family, facts }: RailNetwork): BlocklessRail => {
    const rail = open.get(symbol) ?? openRail(family, facts, log);
    open.set(symbol, rail);
    return rail;
  };
  return {
    async make(network, asked) {
      try {
        return await inTime((signal) => railOf(network).makePlace(asked, signal), millis);
      } catch (err) {
        log.warn({ event: 'rail.no_place', network: network.symbol, err }, 'the rail made no place to pay at');
        return null;
      }
    },
    async close() {
      await Promise.all([...open.values()].map((rail) => rail.close()));
      open.clear();
    },
  };
}

/** Also where the rail ignores the signal. What it answers afterwards is dropped. */
async function inTime<T>(ask: (signal: AbortSignal) => Promise<T>, millis: number): Promise<T> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const fault = new Error(`no answer within ${millis / 1000} s`);
      late.abort(fault);
      reject(fault);
    }, millis);
  });
  const asked = ask(late.signal);
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, isLate]);
  } finally {
    clearTimeout(timer);
  }
}

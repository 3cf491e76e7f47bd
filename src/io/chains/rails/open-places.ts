// Requests places to pay at from rails without blocks, over one connection for each network.
import type { FamilyName } from '../../../core/config/network-entry.ts';
import { within } from '../../timing/within.ts';
import type { NetworkFacts, ReaderLog } from '../chain.ts';
import type { BlocklessRail, PlaceAsked } from './rail.ts';
import { openRail } from './rails.ts';

/** The maximum time that a customer waits for a rail. */
const mostMillis = 5_000;

export interface RailNetwork {
  readonly symbol: string;
  readonly family: FamilyName;
  readonly facts: NetworkFacts;
}

export interface Places {
  /**
   * Returns a place for one attempt. Returns null and logs a line if the rail makes none within the limit. Do not call
   * it inside a database transaction.
   */
  make(network: RailNetwork, asked: PlaceAsked): Promise<string | null>;
}

/** `millis`: the time limit of a request. */
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
        return await within(millis, (signal) => railOf(network).makePlace(asked, signal));
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

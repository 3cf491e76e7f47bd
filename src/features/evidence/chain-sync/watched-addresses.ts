// The watched addresses, held once for all networks that share them.
import type { WatchedSet } from '../../../io/chains/chain.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { semaphore } from '../../../io/semaphore.ts';
import { every } from '../../../io/timing/throttle.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import {
  countWatched,
  listAwaitedAddresses,
  listWatched,
  listWatchedSince,
  sharesAddresses,
  watchHorizon,
} from '../../known/networks/watched-store.ts';
import type { DerivedAddress } from '../../receiving/addresses/derived-store.ts';
import { outgoingWatch } from '../outgoing/outgoing-watch.ts';
import { Destinations } from './destinations.ts';
import { lookAhead } from './gap-limit-lookahead.ts';

const lookaheadMillis = 5_000;
/** At most this many destinations are passed to light servers with each block. */
const mostDestinations = 200;
const fromTheBeginning = '0';

/** The fields of a network that its addresses need. */
export type WatchedNetwork = Pick<Network, 'id' | 'family' | 'facts'>;

export class WatchedAddresses {
  readonly set: WatchedSet;
  /** Addresses of the set with expected outgoing transfers. */
  readonly destinations = new Destinations();
  readonly #db: Queryable;
  readonly #networks: readonly [WatchedNetwork, ...WatchedNetwork[]];
  /** Allows one refresh at a time. Otherwise each network would load all addresses at the start. */
  readonly #oneAtATime = semaphore(1);
  readonly #lookaheadPace = every(lookaheadMillis);
  #lookahead: ReadonlyMap<string, DerivedAddress> = new Map();
  /** The database horizon up to which the set is complete. */
  #horizon = fromTheBeginning;

  /** `set` is empty and belongs to the family of these networks. */
  constructor(db: Queryable, networks: readonly [WatchedNetwork, ...WatchedNetwork[]], set: WatchedSet) {
    this.#db = db;
    this.#networks = networks;
    this.set = set;
  }

  /** Addresses that are watched but were never shown. */
  get lookahead(): ReadonlyMap<string, DerivedAddress> {
    return this.#lookahead;
  }

  /** After it ends, the set contains every address that was shown or registered as a destination before it began. */
  refresh(): Promise<void> {
    return this.#oneAtATime(async () => {
      const horizon = await watchHorizon(this.#db);
      if (this.#horizon === fromTheBeginning) await this.#reserve();
      for await (const addresses of this.#news()) for (const address of addresses) this.set.add(address);
      await this.#addDestinations();
      this.#horizon = horizon;
      if (this.set.await !== undefined) this.set.await(await this.#awaited());
      if (!this.#lookaheadPace.isDue) return;
      this.#lookahead = await lookAhead(this.#db, this.#networks, this.#lookahead);
      for (const address of this.#lookahead.keys()) this.set.add(address);
      this.#lookaheadPace.restart();
    });
  }

  async #reserve(): Promise<void> {
    this.set.reserve?.(await countWatched(this.#db, this.#networks[0].id));
  }

  async #awaited(): Promise<readonly string[]> {
    const [{ id }] = this.#networks;
    const addresses = await listAwaitedAddresses(this.#db, id);
    if (!this.destinations.isExpecting(id)) return addresses;
    return [...addresses, ...(await outgoingWatch.listAwaitedDestinations(this.#db, id, mostDestinations))];
  }

  async #addDestinations(): Promise<void> {
    const ids = this.#networks.map(({ id }) => id);
    for (const { networkId, recipient } of await outgoingWatch.listDestinationsSince(this.#db, ids, this.#horizon)) {
      if (this.set.addForeign === undefined) this.set.add(recipient);
      else this.set.addForeign(recipient);
      this.destinations.add(networkId, recipient);
    }
  }

  async *#news(): AsyncGenerator<readonly string[]> {
    const [{ id }] = this.#networks;
    if (this.#horizon === fromTheBeginning) yield* listWatched(this.#db, id);
    else yield await listWatchedSince(this.#db, id, this.#horizon);
  }
}

/** Returns the watched addresses for each of these networks. `emptySet` makes a set for the family of a network. */
export function watchedByNetwork<N extends WatchedNetwork>(
  db: Queryable,
  networks: readonly N[],
  emptySet: (network: N) => WatchedSet,
): ReadonlyMap<N, WatchedAddresses> {
  const groups = Map.groupBy(networks, ({ family, facts, id }) =>
    sharesAddresses(family) ? `${family} ${facts.params}` : id,
  );
  const shared = [...groups.values()].flatMap((group) => {
    const [first, ...others] = group as [N, ...N[]];
    const watched = new WatchedAddresses(db, [first, ...others], emptySet(first));
    return group.map((network): [N, WatchedAddresses] => [network, watched]);
  });
  return new Map(shared);
}

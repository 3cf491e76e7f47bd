// Follows the histories of watched scripts at one server: awaited ones closely, all others slowly.
import { unlessRefused } from '../../endpoint-fault.ts';
import type { HistoryEntry, LightServer } from './light-server.ts';
import type { WatchedScripts } from './watched-scripts.ts';

/** The last known history of a script at this server. */
interface Followed {
  status: string | null;
  entries: readonly HistoryEntry[];
  /** The tip's height and the local time at the request. */
  askedTip: number;
  askedAt: number;
  /** The height down to which `entries` are complete. */
  floor: number;
}

/** The position of the server's chain. After a new block or replaced headers, earlier answers are out of date. */
export interface ChainPlace {
  readonly tip: number;
  readonly branch: number;
}

/** Scripts in one request. */
const batchSize = 100;
/**
 * The number of other scripts per poll. If there are too many for subscriptions, one of them is read every
 * `otherMillis`.
 */
const othersInOneLook = 100;
const otherMillis = 15_000;
/** Deeper than any known reorg. */
const reorgDepth = 144;

export class ScriptFollower {
  readonly #server: LightServer;
  readonly #watched: WatchedScripts;
  readonly #now: () => number;
  readonly #followed = new Map<string, Followed>();
  #session = -1;
  #branch = 0;
  #otherDueAt = 0;
  /** The scripts that are read in turn, in the order of the next round. */
  #round: string[] = [];

  constructor(server: LightServer, watched: WatchedScripts, now: () => number) {
    this.#server = server;
    this.#watched = watched;
    this.#now = now;
  }

  /** Reads the histories of all awaited scripts, down to the height `floor`. Throws ChainFault. */
  async followAwaited(place: ChainPlace, floor: number, signal?: AbortSignal): Promise<void> {
    this.#forgetOlder(place);
    // An address with an unconfirmed late payment is followed as closely until the payment is mined.
    const waiting = [...this.#followed].filter(([, { entries }]) => entries.some(({ height }) => height === null));
    const scripts = new Set([...this.#watched.awaited, ...waiting.map(([script]) => script)]);
    await this.#follow([...scripts], place, floor, signal);
  }

  /** Reads every script once, as after an absence. Throws ChainFault. */
  async followAll(place: ChainPlace, floor: number, signal?: AbortSignal): Promise<void> {
    await this.#follow(this.#watched.all, place, floor, signal);
  }

  /** Reads some of the scripts that are not awaited. Throws ChainFault. */
  async followOthers(place: ChainPlace, floor: number, signal?: AbortSignal): Promise<void> {
    const others = this.#watched.all.filter((script) => !this.#followed.has(script));
    const room = Math.max(0, this.#server.mostSubscribed - this.#followed.size);
    await this.#follow(others.slice(0, Math.min(othersInOneLook, room)), place, floor, signal);
    if (room > 0 || this.#now() < this.#otherDueAt) return;
    this.#otherDueAt = this.#now() + otherMillis;
    if (this.#round.length === 0) this.#round = [...this.#watched.all];
    const script = this.#round.shift();
    if (script === undefined) return;
    const entries = await this.#unlessForeign(script, this.#server.glance(script, floor, signal));
    this.#followed.set(script, { ...this.#asked(place, floor), status: null, entries: entries ?? [] });
  }

  /** The last known entries of all scripts. */
  *entries(): Iterable<HistoryEntry> {
    for (const { entries } of this.#followed.values()) yield* entries;
  }

  /** Reads foreign scripts one by one, so that the refusal of one does not stop the others. */
  async #follow(
    scripts: readonly string[],
    place: ChainPlace,
    floor: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const isForeign = (script: string) => this.#watched.isForeign(script);
    await this.#followTogether(
      scripts.filter((script) => !isForeign(script)),
      place,
      floor,
      signal,
    );
    for (const script of scripts.filter(isForeign)) {
      const answered = this.#followTogether([script], place, floor, signal).then(() => true);
      if ((await this.#unlessForeign(script, answered)) !== null) continue;
      this.#followed.set(script, { ...this.#asked(place, floor), status: null, entries: [] });
    }
  }

  /** The answer; null if the server refuses a foreign script. */
  async #unlessForeign<T>(script: string, answer: Promise<T>): Promise<T | null> {
    return this.#watched.isForeign(script) ? unlessRefused(answer) : answer;
  }

  async #followTogether(
    scripts: readonly string[],
    place: ChainPlace,
    floor: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    this.#forgetOlder(place);
    const changed = new Set(this.#told());
    const due = scripts.filter((script) => !this.#isCurrent(script, place, floor));
    for (let at = 0; at < due.length; at += batchSize) {
      const batch = due.slice(at, at + batchSize);
      const statuses = await this.#server.statuses(batch, signal);
      for (const [index, script] of batch.entries()) {
        const status = statuses[index] ?? null;
        const known = this.#followed.get(script);
        changed.delete(script);
        if (known === undefined || known.status !== status || known.floor > floor) changed.add(script);
        const entries = status === null ? [] : (known?.entries ?? []);
        this.#followed.set(script, { ...this.#asked(place, floor), status, entries });
        if (status === null) changed.delete(script);
      }
    }
    await Promise.all([...changed].map((script) => this.#read(script, floor, signal)));
  }

  async #read(script: string, floor: number, signal: AbortSignal | undefined): Promise<void> {
    const followed = this.#followed.get(script);
    if (followed === undefined) return;
    try {
      const told = this.#server.told(script);
      if (told !== undefined) followed.status = told;
      followed.entries = await this.#server.history(script, floor, signal);
    } catch (fault) {
      // The known history is older than its status, so it is read again next time.
      this.#followed.delete(script);
      throw fault;
    }
  }

  /** Scripts for which the server sent a notification. Foreign scripts are read with each block instead. */
  #told(): string[] {
    return [...this.#followed].flatMap(([script, { status }]) => {
      if (this.#watched.isForeign(script)) return [];
      const told = this.#server.told(script);
      return told === undefined || told === status ? [] : [script];
    });
  }

  #isCurrent(script: string, { tip }: ChainPlace, floor: number): boolean {
    const known = this.#followed.get(script);
    if (known === undefined || known.askedTip < tip || known.floor > floor) return false;
    return this.#now() - known.askedAt < this.#server.statusMillis;
  }

  #forgetOlder({ tip, branch }: ChainPlace): void {
    if (this.#session !== this.#server.session) this.#followed.clear();
    this.#session = this.#server.session;
    if (this.#branch === branch) return;
    this.#branch = branch;
    // Entries of recent blocks may belong to blocks that left the chain, so they are read again.
    for (const [script, followed] of this.#followed) {
      const isOld = followed.entries.every(({ height }) => height !== null && height < tip - reorgDepth);
      if (isOld) followed.askedTip = -1;
      else this.#followed.delete(script);
    }
  }

  #asked({ tip }: ChainPlace, floor: number): Pick<Followed, 'askedTip' | 'askedAt' | 'floor'> {
    return { askedTip: tip, askedAt: this.#now(), floor };
  }
}

// The checked headers of one server: each is hashed here, has its proof of work, and links to the next.
import type { BlockHeader } from '../../../../../core/payment/transfer.ts';
import { semaphore } from '../../../../semaphore.ts';
import { malformed } from '../../../chain.ts';
import { ByteWalk } from '../../blocks/byte-walk.ts';
import { doubleHash, shown } from '../../blocks/hashes.ts';
import { headerLength, plainHeader, readUtxoHeader } from '../../blocks/read-header.ts';
import { skipAuxPow } from '../../blocks/skip-aux-pow.ts';
import type { UtxoParams } from '../../params.ts';
import { proveAge } from '../../work/prove-age.ts';
import { followsParent, type HeaderFacts, proveTarget, startOf } from '../../work/prove-target.ts';
import { proveWork } from '../../work/prove-work.ts';
import type { LightServer } from '../light-server.ts';

export interface ProvedHeader {
  readonly header: BlockHeader;
  /** The fields from which the targets of later blocks follow. */
  readonly facts: HeaderFacts;
  /** In internal byte order. */
  readonly merkleRoot: Uint8Array;
}

/** Headers in one request: servers return at least a difficulty period's (2016) at 80 bytes each. */
const chunk = 500;
/**
 * The most headers kept. A header more than `linkedDepth` below the lowest kept one is accepted by its proof of work
 * alone.
 */
const mostKept = 60_000;
const linkedDepth = 2_016;

export class HeaderChain {
  readonly #server: LightServer;
  readonly #params: UtxoParams;
  readonly #oneAtATime = semaphore(1);
  /** From the lowest to the newest, without gaps. */
  #kept: ProvedHeader[] = [];
  #branch = 0;

  constructor(server: LightServer, params: UtxoParams) {
    this.#server = server;
    this.#params = params;
  }

  /** Changes whenever headers are replaced. */
  get branch(): number {
    return this.#branch;
  }

  /** The newest header, reported at most this many milliseconds ago. Throws ChainFault. */
  tip(atMostMillis: number): Promise<BlockHeader> {
    return this.#oneAtATime(async () => (await this.#tip(atMostMillis)).header);
  }

  /** The header at this height; null above the tip. Throws ChainFault. */
  at(number: number, atMostMillis: number): Promise<ProvedHeader | null> {
    return this.#oneAtATime(async () => {
      const tip = await this.#tip(atMostMillis);
      if (number < 0 || number > tip.header.number) return null;
      if (this.#lowest - number > linkedDepth) return (await this.#read(number, 1))[0] ?? null;
      await this.#extendDown(number);
      return this.#kept[number - this.#lowest] ?? null;
    });
  }

  /** The headers first…last as far as the chain goes, linked to the tip. Throws ChainFault. */
  range(first: number, last: number, atMostMillis: number): Promise<readonly ProvedHeader[]> {
    return this.#oneAtATime(async () => {
      await this.#tip(atMostMillis);
      await this.#extendDown(first);
      const found = this.#kept.slice(first - this.#lowest, last - this.#lowest + 1);
      if (this.#kept.length > mostKept) this.#kept = this.#kept.slice(-mostKept);
      return found;
    });
  }

  get #lowest(): number {
    return this.#kept[0]?.header.number ?? 0;
  }

  async #tip(atMostMillis: number): Promise<ProvedHeader> {
    const { number, bytes } = await this.#server.tip(atMostMillis);
    const hash = shown(doubleHash(bytes.subarray(0, headerLength)));
    const newest = this.#kept.at(-1);
    if (newest !== undefined && newest.header.hash === hash && newest.header.number === number) return newest;
    const [tip] = readHeaders(bytes, number, this.#params);
    if (tip === undefined) throw malformed(`The header of block ${number} is cut off`);
    proveAge(tip.header, this.#params, Date.now() / 1000);
    await this.#join(tip);
    return tip;
  }

  /**
   * Finds where the new tip links to the kept headers, in steps that double, and appends it there. Starts over with it
   * if it does not link.
   */
  async #join(tip: ProvedHeader): Promise<void> {
    let links: readonly ProvedHeader[] = [tip];
    for (let step = 8; ; step *= 2) {
      const first = (links[0] as ProvedHeader).header;
      const at = first.number - 1 - this.#lowest;
      const below = this.#kept[at];
      if (below !== undefined && below.header.hash === first.parentHash) {
        const joined = [...this.#kept.slice(0, at + 1), ...links];
        await this.#proveTargets(joined, at + 1, joined.length);
        if (at + 1 < this.#kept.length) this.#branch += 1;
        this.#kept = joined;
        return;
      }
      const top = this.#lowest + this.#kept.length - 1;
      if (at < 0 || this.#kept.length === 0 || first.number - top > linkedDepth) break;
      const from = first.number - 1 > top ? top + 1 : Math.max(this.#lowest, first.number - step);
      links = linked(await this.#read(from, first.number - from), links);
      if (from === this.#lowest) break;
    }
    await this.#proveTargets(links, 1, links.length);
    this.#branch += 1;
    this.#kept = [...links];
  }

  /**
   * Proves the targets of the headers from `from` up to `to`, each of which links to the one before. Throws ChainFault.
   */
  async #proveTargets(headers: readonly ProvedHeader[], from: number, to: number): Promise<void> {
    if (!followsParent(this.#params)) {
      for (const { facts } of headers.slice(from, to)) proveTarget(facts, null, this.#params);
      return;
    }
    const lowest = headers[0]?.header.number ?? 0;
    for (let at = Math.max(1, from); at < to; at += 1) {
      const { facts } = headers[at] as ProvedHeader;
      const parent = (headers[at - 1] as ProvedHeader).facts;
      const first = startOf(facts.number, this.#params);
      // A header a whole period back is identified by its height and its proof of work.
      const start = first === null ? undefined : (headers[first - lowest] ?? (await this.#read(first, 1))[0]);
      proveTarget(facts, { parent, start: start?.facts ?? null }, this.#params);
    }
  }

  async #extendDown(number: number): Promise<void> {
    while (this.#lowest > number) {
      const from = Math.max(number, this.#lowest - chunk);
      const lower = await this.#read(from, this.#lowest - from);
      const all = linked(lower, this.#kept);
      await this.#proveTargets(all, 1, lower.length + 1);
      this.#kept = all;
    }
  }

  /** Exactly this many headers, linked to each other. */
  async #read(first: number, count: number): Promise<ProvedHeader[]> {
    let found: ProvedHeader[] = [];
    while (found.length < count) {
      const from = first + found.length;
      const bytes = await this.#server.headers(from, Math.min(chunk, count - found.length));
      const more = readHeaders(bytes, from, this.#params);
      if (more.length === 0 || more.length > count - found.length)
        throw malformed(`The headers from block ${from} on are not the requested ones`);
      found = found.length === 0 ? linked(more.slice(0, 1), more.slice(1)) : linked(found, more);
    }
    return found;
  }
}

/** Both lists joined. Throws a retryable ChainFault if they do not link. */
function linked(lower: readonly ProvedHeader[], upper: readonly ProvedHeader[]): ProvedHeader[] {
  const all = [...lower, ...upper];
  for (let at = Math.max(1, lower.length); at < all.length; at += 1) {
    if (all[at]?.header.parentHash === all[at - 1]?.header.hash) continue;
    throw malformed(`Block ${all[at]?.header.number} does not link to the one before`);
  }
  return all;
}

/** The headers, each with its work proved. The proof of merged mining after a header is skipped. */
function readHeaders(bytes: Buffer, first: number, params: UtxoParams): ProvedHeader[] {
  const found: ProvedHeader[] = [];
  const walk = new ByteWalk(bytes);
  while (!walk.isAtEnd) {
    const start = walk.at;
    walk.skip(headerLength);
    const own = bytes.subarray(start, walk.at);
    const number = first + found.length;
    const hash = shown(doubleHash(own));
    const header = readUtxoHeader(own, number, hash);
    if (params.auxPow) skipAuxPow(walk, header.version);
    proveWork(bytes.subarray(start, walk.at), header, params);
    found.push({ header: plainHeader(header), facts: header, merkleRoot: header.merkleRoot });
  }
  return found;
}

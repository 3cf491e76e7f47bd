// Asks for balances of the native coin at a block, many at once, and remembers whether any endpoint tells them.

import { every } from '../../../throttle.ts';
import { quantity, readAmount } from '../../accounts/raw.ts';
import { malformed } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { Refusals } from '../evidence/refusals.ts';
import { readHeader } from '../scan/raw-block.ts';

const mostAtOnce = 50;
/** Endpoints that told no balances are asked again so much later: operators change their nodes. */
const askAgainMillis = 600_000;
/** Its balance is everybody's to know, and no matter. */
const anyAddress = `0x${'0'.repeat(39)}1`;

/** A place in the chain: with a hash, that very block (EIP-1898), else the one now at this height. */
export interface BlockPlace {
  readonly number: number;
  readonly hash?: string;
}

export class BalanceReader {
  readonly #rotation: EndpointRotation;
  readonly #log: (message: string) => void;
  readonly #refusals = new Refusals();
  #batchSize = mostAtOnce;
  #isTold: boolean | null = null;
  #isLooking = false;
  readonly #askAgain = every(askAgainMillis);

  constructor(rotation: EndpointRotation, log: (message: string) => void) {
    this.#rotation = rotation;
    this.#log = log;
  }

  /** Whether an endpoint tells balances of blocks other than the newest, as far as is known; finds out beside. */
  get isTold(): boolean | null {
    const isStale = this.#isTold === false && this.#askAgain.isDue;
    if ((this.#isTold === null || isStale) && !this.#isLooking) void this.#look();
    return this.#isTold;
  }

  /**
   * In smallest units, in the order asked. Null where no endpoint has them any more; throws ChainFault where asking
   * again may help.
   */
  async at(place: BlockPlace, addresses: readonly string[], signal: AbortSignal): Promise<readonly bigint[] | null> {
    try {
      const answers = await this.#ask(place, addresses, signal);
      this.#refusals.forget(place.number);
      this.#isTold = true;
      return answers.map((answer) => readAmount(answer, 'balance'));
    } catch (fault) {
      if (!(fault instanceof EndpointFault) || fault.failure !== 'refused') throw fault;
      if (!this.#refusals.isFinal(place.number, fault.message))
        throw malformed(`Balances at block ${place.number}: ${fault.message}`);
      // Of this block only, or of all but the newest: that is looked at again.
      this.#isTold = null;
      return null;
    }
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    try {
      const { number, parentHash } = readHeader(await this.#rotation.call('eth_getBlockByNumber', ['latest', false]));
      const place = number === 0 ? { number } : { number: number - 1, hash: parentHash };
      await this.#rotation.call('eth_getBalance', [anyAddress, blockOf(place)]);
      this.#isTold = true;
    } catch (fault) {
      if (!(fault instanceof EndpointFault) || fault.failure !== 'refused') return;
      if (this.#isTold === null)
        this.#log(`no endpoint tells balances (${fault.message}): what contracts pass on is not seen`);
      this.#isTold = false;
      this.#askAgain.restart();
    } finally {
      this.#isLooking = false;
    }
  }

  async #ask(place: BlockPlace, addresses: readonly string[], signal: AbortSignal): Promise<unknown[]> {
    const size = this.#batchSize;
    if (addresses.length > size) {
      const head = await this.#ask(place, addresses.slice(0, size), signal);
      return [...head, ...(await this.#ask(place, addresses.slice(head.length), signal))];
    }
    const calls = addresses.map((address) => ({ method: 'eth_getBalance', params: [address, blockOf(place)] }));
    const [only] = calls;
    if (only === undefined) return [];
    if (calls.length === 1) return [await this.#rotation.call(only.method, only.params, signal)];
    try {
      const answers = await this.#rotation.settle(calls, signal);
      const refused = answers.findIndex((answer) => answer instanceof EndpointFault);
      if (refused < 0) return answers;
      // Another endpoint may have what the first one no longer has; if one is refused by all, so are the others.
      await this.#rotation.call('eth_getBalance', calls[refused]?.params ?? [], signal);
      return await Promise.all(calls.map(({ method, params }) => this.#rotation.call(method, params, signal)));
    } catch (fault) {
      if (!(fault instanceof EndpointFault) || !fault.mayBeAskedSingly) throw fault;
      if (fault.failure === 'refused' && /eth_getBalance/.test(fault.message)) throw fault;
      // Some endpoints bound batches, some know none.
      this.#batchSize = Math.max(1, Math.floor(Math.min(size, calls.length) / 2));
      return this.#ask(place, addresses, signal);
    }
  }
}

function blockOf({ number, hash }: BlockPlace): unknown {
  return hash === undefined ? quantity(number) : { blockHash: hash };
}

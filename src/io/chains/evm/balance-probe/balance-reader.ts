// Reads balances of the native coin at a block, many at once, and remembers whether any endpoint returns them.

import { every } from '../../../timing/throttle.ts';
import { quantity, readAmount } from '../../accounts/raw.ts';
import { malformed } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { Refusals } from '../evidence/refusals.ts';
import { readHeader } from '../scan/raw-block.ts';

const mostAtOnce = 50;
/** How long to wait before endpoints that returned no balances are tried again: operators change their nodes. */
const askAgainMillis = 600_000;
/** An arbitrary public address, used to test whether an endpoint returns balances. */
const anyAddress = `0x${'0'.repeat(39)}1`;

/** A block by its number; with a hash, exactly that block (EIP-1898), else the one now at this height. */
export interface BlockPlace {
  readonly number: number;
  readonly hash?: string;
}

export class BalanceReader {
  readonly #rotation: EndpointRotation;
  readonly #log: (message: string) => void;
  readonly #refusals = new Refusals();
  #batchSize = mostAtOnce;
  #isAvailable: boolean | null = null;
  #isLooking = false;
  readonly #askAgain = every(askAgainMillis);

  constructor(rotation: EndpointRotation, log: (message: string) => void) {
    this.#rotation = rotation;
    this.#log = log;
  }

  /**
   * Whether an endpoint returns balances of blocks other than the newest; null while it is not known. Starts a check in
   * the background if needed.
   */
  get isAvailable(): boolean | null {
    const isStale = this.#isAvailable === false && this.#askAgain.isDue;
    if ((this.#isAvailable === null || isStale) && !this.#isLooking) void this.#look();
    return this.#isAvailable;
  }

  /**
   * Balances in smallest units, in the order of the addresses. Null if no endpoint has them any more. Throws ChainFault
   * if a later try may succeed.
   */
  async at(place: BlockPlace, addresses: readonly string[], signal: AbortSignal): Promise<readonly bigint[] | null> {
    try {
      const answers = await this.#ask(place, addresses, signal);
      this.#refusals.forget(place.number);
      this.#isAvailable = true;
      return answers.map((answer) => readAmount(answer, 'balance'));
    } catch (fault) {
      if (!(fault instanceof EndpointFault) || fault.failure !== 'refused') throw fault;
      if (!this.#refusals.isFinal(place.number, fault.message))
        throw malformed(`Balances at block ${place.number}: ${fault.message}`);
      // The refusal may concern this block only or all older blocks, so that is checked again.
      this.#isAvailable = null;
      return null;
    }
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    try {
      const { number, parentHash } = readHeader(await this.#rotation.call('eth_getBlockByNumber', ['latest', false]));
      const place = number === 0 ? { number } : { number: number - 1, hash: parentHash };
      await this.#rotation.call('eth_getBalance', [anyAddress, blockOf(place)]);
      this.#isAvailable = true;
    } catch (fault) {
      if (!(fault instanceof EndpointFault) || fault.failure !== 'refused') return;
      if (this.#isAvailable === null)
        this.#log(`no endpoint returns balances (${fault.message}): internal transfers are not seen`);
      this.#isAvailable = false;
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
      // Another endpoint may still have the state that the first one lost. If all endpoints refuse one address, they
      // refuse the others too.
      await this.#rotation.call('eth_getBalance', calls[refused]?.params ?? [], signal);
      return await Promise.all(calls.map(({ method, params }) => this.#rotation.call(method, params, signal)));
    } catch (fault) {
      if (!(fault instanceof EndpointFault) || !fault.mayBeAskedSingly) throw fault;
      if (fault.failure === 'refused' && /eth_getBalance/.test(fault.message)) throw fault;
      // Some endpoints limit batches, and some do not support them.
      this.#batchSize = Math.max(1, Math.floor(Math.min(size, calls.length) / 2));
      return this.#ask(place, addresses, signal);
    }
  }
}

function blockOf({ number, hash }: BlockPlace): unknown {
  return hash === undefined ? quantity(number) : { blockHash: hash };
}

// Reads many balances of the native coin at one block: in one contract call where Multicall3 is deployed, else in a
// batch.
import { every } from '../../../timing/throttle.ts';
import { quantity, readAmount } from '../../accounts/raw.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { BalanceReader, BlockPlace } from '../balance-probe/balance-reader.ts';

/** Multicall3, at the same address on some 250 networks (github.com/mds1/multicall3). */
export const multicallAddress = '0xca11bde05977b3631167028862be2a173976ca11';
/** Its functions aggregate3((address,bool,bytes)[]) and getEthBalance(address). */
const aggregateSelector = '82ad56cb';
const balanceSelector = '4d2301cc';
/** About 1.5 million gas, far below the limit of nodes for a call. */
const mostInCall = 200;
/** If the contract is missing at a block, it is not tried at earlier blocks for this long. */
const askAgainMillis = 3_600_000;

export class ManyBalances {
  readonly #rotation: Pick<EndpointRotation, 'call'>;
  readonly #balances: Pick<BalanceReader, 'at'>;
  readonly #missing = new MissingContract();

  constructor(rotation: Pick<EndpointRotation, 'call'>, balances: Pick<BalanceReader, 'at'>) {
    this.#rotation = rotation;
    this.#balances = balances;
  }

  /**
   * Balances in smallest units, in the order of the addresses; with a hash, at exactly that block. Null if no endpoint
   * has the block's state any more. Throws ChainFault.
   */
  async at(place: BlockPlace, addresses: readonly string[], signal: AbortSignal): Promise<readonly bigint[] | null> {
    const found: bigint[] = [];
    for (let from = 0; from < addresses.length; from += mostInCall) {
      const some = addresses.slice(from, from + mostInCall);
      const told = await this.#some(place, some, signal);
      if (told === null) return null;
      found.push(...told);
    }
    return found;
  }

  async #some(place: BlockPlace, addresses: readonly string[], signal: AbortSignal): Promise<readonly bigint[] | null> {
    if (addresses.length < 2 || !this.#missing.mayExistAt(place.number))
      return this.#balances.at(place, addresses, signal);
    const block = place.hash === undefined ? quantity(place.number) : { blockHash: place.hash };
    const call = { to: multicallAddress, data: encodeBalances(addresses) };
    try {
      const told = decodeBalances(await this.#rotation.call('eth_call', [call, block], signal), addresses.length);
      if (told !== null) return told;
      this.#missing.add(place.number);
    } catch (fault) {
      // The call ran out of gas, was too large, or the state is gone. Single requests show which.
      if (!(fault instanceof EndpointFault) || !fault.mayBeAskedOtherwise || signal.aborted) throw fault;
    }
    return this.#balances.at(place, addresses, signal);
  }
}

/**
 * Remembers at which blocks the contract is missing or gives another answer. It may be deployed at any later block. On
 * a network without it, each block that lacks it doubles the number of requests that skip it.
 */
class MissingContract {
  readonly #pace = every(askAgainMillis);
  #highest = -1;
  #blocks = 0;
  #skipped = 0;

  mayExistAt(number: number): boolean {
    if (this.#pace.isDue) return true;
    if (number <= this.#highest) return false;
    this.#skipped += 1;
    return this.#skipped >= 2 ** (this.#blocks - 1);
  }

  add(number: number): void {
    this.#blocks = this.#pace.isDue ? 1 : this.#blocks + 1;
    this.#highest = number;
    this.#skipped = 0;
    this.#pace.restart();
  }
}

/** The calldata for all balances in one call, none of which may fail (Solidity's contract ABI). */
export function encodeBalances(addresses: readonly string[]): string {
  const calls = addresses.map((address) => {
    const data = `${balanceSelector}${hexOf(address)}`.padEnd(128, '0');
    return [hexOf(multicallAddress), word(0), word(0x60), word(36), data].join('');
  });
  const offsets = calls.map((call, at) => word(32 * calls.length + (at * call.length) / 2));
  return `0x${aggregateSelector}${[word(0x20), word(calls.length), ...offsets, ...calls].join('')}`;
}

/** The balances in the answer; null unless it holds exactly `count` words, each from a call that succeeded. */
export function decodeBalances(answer: unknown, count: number): readonly bigint[] | null {
  const results = Array.from({ length: count }, (_, at) => 2 + 64 * (2 + count + 4 * at));
  const offsets = results.map((_, at) => word(32 * count + 128 * at)).join('');
  const head = `0x${word(0x20)}${word(count)}${offsets}`;
  if (typeof answer !== 'string' || answer.length !== head.length + 256 * count || !answer.startsWith(head))
    return null;
  const frame = `${word(1)}${word(0x40)}${word(0x20)}`;
  if (!results.every((at) => answer.startsWith(frame, at))) return null;
  return results.map((at) => readAmount(`0x${answer.slice(at + 192, at + 256)}`, 'balance'));
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0');
}

function hexOf(address: string): string {
  return address.slice(2).padStart(64, '0');
}

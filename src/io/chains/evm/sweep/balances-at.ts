// Many balances of the native coin at one block: in one call of a contract where it is deployed, else in a batch.
import { every } from '../../../throttle.ts';
import { quantity, readAmount } from '../../accounts/raw.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { BalanceReader, BlockPlace } from '../balance-probe/balance-reader.ts';

/** Multicall3, at the same address on some 250 networks (github.com/mds1/multicall3). */
export const multicallAddress = '0xca11bde05977b3631167028862be2a173976ca11';
/** aggregate3((address,bool,bytes)[]) and getEthBalance(address) of it. */
const aggregateSelector = '82ad56cb';
const balanceSelector = '4d2301cc';
/** About 1.5 million gas, far below what nodes let a call use. */
const mostInCall = 200;
/** Where it was missing at a block, earlier blocks are asked without it for so long. */
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
   * In smallest units, in the order asked; with a hash, at that very block. Null where no endpoint has the block's
   * state any more. Throws ChainFault.
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
      // Out of gas, too much for one call, or no state any more: asked one by one, it is told which.
      if (!(fault instanceof EndpointFault) || !fault.mayBeAskedOtherwise || signal.aborted) throw fault;
    }
    return this.#balances.at(place, addresses, signal);
  }
}

/**
 * Where the contract is not deployed, or answers something else. It may be deployed at any later block; on a network
 * that never has it, each block without it doubles how many questions are asked without it.
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

/** The data of one call that asks for all of them, each of which may not fail (Solidity's contract ABI). */
export function encodeBalances(addresses: readonly string[]): string {
  const calls = addresses.map((address) => {
    const data = `${balanceSelector}${hexOf(address)}`.padEnd(128, '0');
    return [hexOf(multicallAddress), word(0), word(0x60), word(36), data].join('');
  });
  const offsets = calls.map((call, at) => word(32 * calls.length + (at * call.length) / 2));
  return `0x${aggregateSelector}${[word(0x20), word(calls.length), ...offsets, ...calls].join('')}`;
}

/** Null for anything but that many words, each returned by a call that succeeded. */
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

// Reads from a token's contract which addresses its issuer has blocked.
import type { EndpointRotation } from '../endpoint-rotation.ts';
import { callWords } from './call-words.ts';

/**
 * Functions that report whether an address is blocked, in the order in which they are tried. Each takes an address and
 * returns a boolean. No standard defines such a function.
 */
const blocklistViews = [
  // isBlackListed(address), the public mapping of Tether's first contract, also used on TRON.
  '0xe47d6060',
  // getBlackListStatus(address), the getter of that mapping.
  '0x59bf1abe',
  // isBlacklisted(address) of Circle's FiatToken.
  '0xfe575a87',
  // isBlocked(address) of Tether's later contracts.
  '0xfbac3951',
  // isFrozen(address) of Paxos.
  '0xe5839836',
];
const decimalsCall = '0x313ce567';
/** An address without an owner. If a contract reports it as blocked, the function means something else. */
const unusedAddress = '0x51a7e3c2b6f94d08e12c75a9036fbd84c9e05d17';
const callsInOne = 50;

/**
 * Whether these addresses (canonical, 0x and 40 hex digits) are blocked, keyed by address. An address is missing from
 * the map if the contract gave no valid answer for it. A contract without such a function blocks no address. The map is
 * empty if the contract cannot be called at all. Throws ChainFault.
 */
export async function blockedAddresses(
  rotation: EndpointRotation,
  contract: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const probes = [decimalsCall, ...blocklistViews.map((view) => callOf(view, unusedAddress))];
  const [decimals, ...told] = await callWords(rotation, contract, probes);
  if (decimals == null) return new Map();
  const view = blocklistViews[told.indexOf(0n)];
  if (view === undefined) return new Map(addresses.map((address) => [address, false]));
  const answers = new Map<string, boolean>();
  for (let from = 0; from < addresses.length; from += callsInOne) {
    const asked = addresses.slice(from, from + callsInOne);
    const calls = asked.map((address) => callOf(view, address));
    const words = await callWords(rotation, contract, calls);
    for (const [at, address] of asked.entries()) {
      const word = words[at];
      if (word === 0n || word === 1n) answers.set(address, word === 1n);
    }
  }
  return answers;
}

function callOf(view: string, address: string): string {
  return `${view}${address.slice(2).padStart(64, '0')}`;
}

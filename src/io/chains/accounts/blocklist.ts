// Which addresses the issuer of a token has blocked, as far as its contract can be asked.
import type { EndpointRotation } from '../endpoint-rotation.ts';
import { callWords } from './call-words.ts';

/**
 * In the order in which they are looked for; each takes an address and answers a boolean. No standard names such a
 * function.
 */
const blocklistViews = [
  // isBlackListed(address), the public mapping of Tether's first contract, on TRON as well.
  '0xe47d6060',
  // getBlackListStatus(address), the getter of the same.
  '0x59bf1abe',
  // isBlacklisted(address) of Circle's FiatToken.
  '0xfe575a87',
  // isBlocked(address) of Tether's later contracts.
  '0xfbac3951',
  // isFrozen(address) of Paxos.
  '0xe5839836',
];
const decimalsCall = '0x313ce567';
/** Nobody's: a contract that calls it blocked says so of everybody, and means something else. */
const nobody = '0x51a7e3c2b6f94d08e12c75a9036fbd84c9e05d17';
const callsInOne = 50;

/**
 * Whether these addresses (canonical, 0x and 40 hex digits) are blocked, by address; one that nothing was learned of is
 * missing. A contract that has no such function blocks nobody; one that cannot be asked at all leaves the map empty.
 * Throws ChainFault.
 */
export async function blockedAddresses(
  rotation: EndpointRotation,
  contract: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const probes = [decimalsCall, ...blocklistViews.map((view) => callOf(view, nobody))];
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

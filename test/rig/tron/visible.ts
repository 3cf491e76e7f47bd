// Converts addresses in responses of the TRON stand-in to base58check, as nodes do for requests with `visible`.
import { shownTronAddress } from '../../../src/io/chains/tron/address.ts';
import type { Json } from '../client.ts';

/** Every address in 41-hex becomes base58check, at any depth. */
export function asPeopleWriteThem(answer: Json): Json {
  if (typeof answer === 'string')
    return /^41[0-9a-f]{40}$/.test(answer) ? shownTronAddress(`0x${answer.slice(2)}`) : answer;
  if (Array.isArray(answer)) return answer.map(asPeopleWriteThem);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, asPeopleWriteThem(value)]));
}

// Reads an extended public key as wallets of chains with accounts copy it: in quotes, with an origin, with its path.
import type { ReadKey } from '../../codec.ts';
import { type ExtendedKeyFault, isReceivingBranch, readExtendedPublicKey } from '../derive.ts';

/** `other_path`: the path names other addresses than the ones derived here. */
export type AccountKeyFault = ExtendedKeyFault | 'other_path';

/**
 * Addresses are children of branch 0 of an account, so /0/* and /<0;1>/* after the key change nothing. An origin with
 * the coin type of Bitcoin, Litecoin or Dogecoin (SLIP-44: 0, 2, 3) belongs to another network.
 */
export function readAccountKey(text: string): ReadKey | AccountKeyFault {
  const plain = withoutQuotes(text.replace(/\s+/g, ''));
  const [, origin = '', key, path = ''] = form.exec(plain) ?? [];
  if (key === undefined) return 'not_an_extended_key';
  const read = readExtendedPublicKey(key);
  if (typeof read === 'string') return read;
  if (/^\/\d+['hH’]\/[023]['hH’](?:\/|$)/.test(origin)) return 'other_network';
  const isBranch = isReceivingBranch(read.canonical);
  return path === '' || paths[isBranch ? 'branch' : 'account'].test(path) ? read : 'other_path';
}

const form = /^(?:\[[0-9a-fA-F]{8}((?:\/\d+['hH’]?)*)\])?([1-9A-HJ-NP-Za-km-z]+)((?:\/[0-9<>;'hH’]+)*(?:\/\*)?)$/;
const paths = { account: /^\/(?:0|<0;\d+>)(?:\/\*)?$/, branch: /^\/\*$/ };

const quotes = '"\'`“”‘’';

/** Written as a loop, because a pattern that ends in `+$` takes quadratic time on a long run of quotes. */
function withoutQuotes(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && quotes.includes(text[start] as string)) start += 1;
  while (end > start && quotes.includes(text[end - 1] as string)) end -= 1;
  return text.slice(start, end);
}

// Recognises addresses of Bitcoin, Litecoin and Dogecoin without a key, which were made to destroy coins.
import { bytesToHex } from '@noble/hashes/utils.js';
import type { UnspendableReason } from '../../../../core/payment/receiving/address-findings.ts';
import type { UtxoParams } from '../params.ts';
import { readUtxoAddress } from './read-address.ts';

/** Why funds at a canonical address cannot be spent; null if there is no known reason. */
export function unspendableOutput(address: string, params: UtxoParams): UnspendableReason | null {
  const read = readUtxoAddress(address, params);
  if ('message' in read) return null;
  const payload = bytesToHex(read.payload);
  const isBase58 = read.kind === 'p2pkh' || read.kind === 'p2sh';
  if (/([0-9a-f])\1{23}/.test(payload) || keyless.has(`${read.kind} ${payload}`)) return 'burn_address';
  return isBase58 && written.test(address) ? 'burn_address' : null;
}

/** The hash of zero bytes in place of a key's or a script's hash, and the point H of BIP-341, whose key is unknown. */
const keyless: ReadonlySet<string> = new Set([
  'p2pkh b472a266d0bd89c13706a4132ccfb16f7c3b9fcb',
  'p2wsh e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'p2tr 50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0',
]);

/**
 * Words or repeated letters that were written into an address as text, such as 1BitcoinEaterAddressDontSendf59kuE and
 * 1CounterpartyXXXXXXXXXXXXXXXUWLpVr. Finding a key for eight such letters takes 2^46 tries, and these addresses have
 * more.
 */
const written = /EaterAddress|DontSend|BurnAddress|([1-9A-HJ-NP-Za-km-z])\1{7}/;

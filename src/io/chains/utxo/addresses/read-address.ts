// Reads addresses of the UTXO family strictly, because funds sent to a wrong address are lost.
import { bech32, bech32m } from '@scure/base';
import { p2tr } from '@scure/btc-signer';
import type { Refusal } from '../../codec.ts';
import { type UtxoParams, utxoChains } from '../params.ts';
import { addressOf, base58check, type Locking } from './script.ts';

export interface UtxoAddress extends Locking {
  readonly canonical: string;
}

/**
 * Reads a P2PKH, P2SH, P2WPKH, P2WSH or P2TR address of this chain. The checksum must be correct, by BIP-173 for
 * version 0 and by BIP-350 for taproot. Rejects mixed case, other witness versions, and addresses of other chains,
 * which the message names.
 */
export function readUtxoAddress(text: string, params: UtxoParams): UtxoAddress | Refusal {
  const separator = text.lastIndexOf('1');
  const prefix = text.slice(0, separator).toLowerCase();
  const found = prefixes.has(prefix) ? readSegwit(text, prefix, params) : readBase58(text, params);
  return 'message' in found ? found : { ...found, canonical: addressOf(found, params) };
}

/** Prefixes of BIP-173 addresses, with the names of the chains that use them. */
const prefixes = namesBy((params) => (params.hrp === null ? [] : [params.hrp]));

/** Version bytes of Base58Check addresses, with the names of the chains that use them. */
const versions = namesBy((params) => [params.pubKeyHash, params.scriptHash]).set(0x41, ['TRON']);

function namesBy<Key>(keysOf: (params: UtxoParams) => readonly Key[]): Map<Key, string[]> {
  const names = new Map<Key, string[]>();
  for (const params of utxoChains.values())
    for (const key of keysOf(params)) names.set(key, [...(names.get(key) ?? []), params.title]);
  return names;
}

function readSegwit(text: string, prefix: string, params: UtxoParams): Locking | Refusal {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return mixedCase;
  if (prefix !== params.hrp) return otherNetwork(prefixes.get(prefix) ?? [], params);
  const plain = bech32.decodeUnsafe(text);
  const modern = bech32m.decodeUnsafe(text);
  const words = (plain ?? modern)?.words;
  if (words === undefined) return wrongChecksum;
  const version = words[0];
  // BIP-350: version 0 has the checksum of BIP-173, every later one that of BIP-350.
  if ((version === 0) !== (plain !== undefined)) return wrongEncoding;
  const payload = bech32.fromWordsUnsafe(words.slice(1));
  if (payload === undefined) return notAnAddress;
  if (version === 0 && payload.length === 20) return { kind: 'p2wpkh', payload };
  if (version === 0 && payload.length === 32) return { kind: 'p2wsh', payload };
  if (version !== 1 || payload.length !== 32) return unknownKind;
  return isPoint(payload) ? { kind: 'p2tr', payload } : notAPoint;
}

/** BIP-341: an output whose 32 bytes are not the x coordinate of a point of the curve can never be spent. */
function isPoint(x: Uint8Array): boolean {
  try {
    p2tr(x);
    return true;
  } catch {
    return false;
  }
}

function readBase58(text: string, params: UtxoParams): Locking | Refusal {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return otherNetwork(['an EVM network such as Ethereum'], params);
  // Text that can only be Base58: the most likely mistake is then a wrong checksum.
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,36}$/.test(text)) return notAnAddress;
  let bytes: Uint8Array;
  try {
    bytes = base58check.decode(text);
  } catch {
    return wrongChecksum;
  }
  const version = bytes[0] as number;
  const payload = bytes.slice(1);
  if (payload.length !== 20) return notAnAddress;
  if (version === params.pubKeyHash) return { kind: 'p2pkh', payload };
  if (version === params.scriptHash) return { kind: 'p2sh', payload };
  return otherNetwork(versions.get(version) ?? [], params);
}

function otherNetwork(names: readonly string[], params: UtxoParams): Refusal {
  const owners = names.length === 0 ? 'another network' : names.join(' or ');
  return {
    code: 'other_network',
    message:
      `This address belongs to ${owners}, not to ${params.title}: ` +
      'what is sent to it there cannot be received here.',
  };
}

const notAnAddress: Refusal = {
  code: 'not_an_address',
  message: 'This is no address of this network. Copy it again from the wallet, without bitcoin: and the like in front.',
};

const wrongChecksum: Refusal = {
  code: 'wrong_checksum',
  message: 'The checksum of this address is wrong, so some character is. Copy it again.',
};

const wrongEncoding: Refusal = {
  code: 'wrong_checksum',
  message:
    'The checksum of this address is of the wrong kind for its version: ' +
    'Bech32 for version 0, Bech32m for later ones (BIP-350). Copy it again.',
};

const mixedCase: Refusal = {
  code: 'wrong_checksum',
  message: 'An address of this kind is in lower case or in capitals, never both (BIP-173). Copy it again.',
};

const unknownKind: Refusal = {
  code: 'unknown_kind',
  message: 'Addresses of this version and length are not in use: no wallet could spend what is sent there.',
};

const notAPoint: Refusal = {
  code: 'not_spendable',
  message: 'No key belongs to this taproot address: what is sent there is lost (BIP-341). Copy it again.',
};

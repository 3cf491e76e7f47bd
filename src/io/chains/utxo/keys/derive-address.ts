// Derives receiving addresses from a merchant's extended public key, as the wallet that it came from lists them.

import { HDKey } from '@scure/bip32';
import { p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer';
import { addressOf, base58check, type Locking } from '../addresses/script.ts';
import type { UtxoParams } from '../params.ts';
import { readReceivingBranch } from './read-extended-key.ts';
import { type KeyScript, writtenVersions } from './version-bytes.ts';

/** The canonical address of child `index` (31 bits) of a canonical key: BIP-44, 49, 84 or 86. */
export function deriveUtxoAddress(canonicalKey: string, index: bigint, params: UtxoParams): string {
  if (index < 0n || index >= 0x8000_0000n) throw new RangeError('An index has 31 bits');
  const { branch, script } = branchOf(canonicalKey, params);
  const { publicKey } = branch.deriveChild(Number(index));
  if (publicKey === null) throw new TypeError('An extended key came without its public key');
  return addressOf(lockingOf(publicKey, script), params);
}

function lockingOf(publicKey: Uint8Array, script: KeyScript): Locking {
  switch (script) {
    case 'pkh':
      return { kind: 'p2pkh', payload: p2pkh(publicKey).hash };
    case 'wpkh':
      return { kind: 'p2wpkh', payload: p2wpkh(publicKey).hash };
    case 'sh(wpkh)':
      return { kind: 'p2sh', payload: p2sh(p2wpkh(publicKey)).hash };
    case 'tr':
      // BIP-86: the key alone, tweaked by nothing but itself; its x without the byte that tells y's parity.
      return { kind: 'p2tr', payload: p2tr(publicKey.subarray(1)).tweakedPubkey };
  }
}

interface Branch {
  readonly branch: HDKey;
  readonly script: KeyScript;
}

let lastKey = '';
let lastBranch: Branch | undefined;

/**
 * The branch of the key asked for last is kept: parsing and deriving it costs more than deriving an address from it.
 */
function branchOf(canonicalKey: string, params: UtxoParams): Branch {
  const key = `${params.name} ${canonicalKey}`;
  if (lastBranch === undefined || lastKey !== key) {
    const read = readReceivingBranch(canonicalKey, params);
    if ('message' in read) throw new TypeError(`A canonical key cannot be read: ${read.message}`);
    lastBranch = {
      branch: read.steps.reduce((parent, step) => parent.deriveChild(step), hdKeyOf(read.payload)),
      script: read.script,
    };
    lastKey = key;
  }
  return lastBranch;
}

function hdKeyOf(payload: Uint8Array): HDKey {
  const bytes = payload.slice();
  new DataView(bytes.buffer).setUint32(0, writtenVersions.main.pkh);
  return HDKey.fromExtendedKey(base58check.encode(bytes));
}

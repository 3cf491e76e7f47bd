// Derives receiving addresses from a merchant's extended public keys, as the merchant's wallet lists them.

import { HDKey } from '@scure/bip32';
import { p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer';
import { addressOf, type Locking } from '../addresses/script.ts';
import type { UtxoParams } from '../params.ts';
import { multisigLocking } from './multisig.ts';
import { isMultisig, type KeyBranch, type ReceivingBranch, readCanonicalKey, withVersion } from './receiving-branch.ts';
import { type KeyScript, writtenVersions } from './version-bytes.ts';

/** The canonical address of child `index` (31 bits) of a canonical key: BIP-44, 49, 84 or 86, or BIP-383. */
export function deriveUtxoAddress(canonicalKey: string, index: bigint, params: UtxoParams): string {
  if (index < 0n || index >= 0x8000_0000n) throw new RangeError('An index has 31 bits');
  const { branch, parents } = parentsOf(canonicalKey, params);
  const keys = parents.map((parent) => {
    const { publicKey } = parent.deriveChild(Number(index));
    if (publicKey === null) throw new TypeError('An extended key came without its public key');
    return publicKey;
  });
  const locking = isMultisig(branch)
    ? multisigLocking(keys, branch)
    : lockingOf(keys[0] as (typeof keys)[number], branch.script);
  return addressOf(locking, params);
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
      // BIP-86: the key alone, tweaked only by itself; its x coordinate without the byte for the parity of y.
      return { kind: 'p2tr', payload: p2tr(publicKey.subarray(1)).tweakedPubkey };
  }
}

interface Parents {
  readonly branch: ReceivingBranch;
  /** One for each key. */
  readonly parents: readonly HDKey[];
}

let lastKey = '';
let lastParents: Parents | undefined;

/** Keeps the last one: parsing and deriving it costs more than deriving an address from it. */
function parentsOf(canonicalKey: string, params: UtxoParams): Parents {
  const key = `${params.name} ${canonicalKey}`;
  if (lastParents === undefined || lastKey !== key) {
    const branch = readCanonicalKey(canonicalKey, params);
    lastParents = { branch, parents: (isMultisig(branch) ? branch.keys : [branch]).map(parentOf) };
    lastKey = key;
  }
  return lastParents;
}

function parentOf({ payload, steps }: KeyBranch): HDKey {
  const key = HDKey.fromExtendedKey(withVersion(payload, writtenVersions.main.pkh));
  return steps.reduce((parent, step) => parent.deriveChild(step), key);
}

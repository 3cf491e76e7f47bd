// The output script of a child of a merchant's key, with everything that a wallet needs to sign for it.
import { HDKey } from '@scure/bip32';
import { p2pkh, p2tr, p2wpkh } from '@scure/btc-signer';
import type { TransactionInputUpdate } from '@scure/btc-signer/psbt.js';
import type { KeyChild } from '../../spends/spend.ts';
import { scriptOf } from '../addresses/script.ts';
import { multisigLocking, multisigScripts, scriptHash } from '../keys/multisig.ts';
import {
  isMultisig,
  type KeyBranch,
  type MultisigBranch,
  type ReceivingBranch,
  withVersion,
} from '../keys/receiving-branch.ts';
import { type KeyScript, writtenVersions } from '../keys/version-bytes.ts';

/** The most keys that scripts are built from: the next number has no opcode of its own. */
const mostSigners = 16;

export interface OwnScript {
  readonly script: Uint8Array;
  readonly hasWitness: boolean;
  /** The fields of BIP-174 and BIP-371; the same for an input and for an output. */
  readonly fields: SigningFields;
}

type SigningFields = Pick<
  TransactionInputUpdate,
  'bip32Derivation' | 'redeemScript' | 'witnessScript' | 'tapInternalKey' | 'tapBip32Derivation'
>;

/** Whether the wallet has a branch for change. */
export function hasChangeBranch(branch: ReceivingBranch): boolean {
  return keysOf(branch).every(({ changeSteps }) => changeSteps !== undefined);
}

/** Whether the library can build the scripts of this wallet. */
export function isSpendable(branch: ReceivingBranch): boolean {
  return keysOf(branch).length <= mostSigners;
}

export function ownScript(branch: ReceivingBranch, child: KeyChild): OwnScript {
  const keys = keysOf(branch).map((key) => derivedKey(key, child));
  return isMultisig(branch) ? severalKeys(branch, keys) : oneKey(branch.script, keys[0] as DerivedKey);
}

function keysOf(branch: ReceivingBranch): readonly KeyBranch[] {
  return isMultisig(branch) ? branch.keys : [branch];
}

interface DerivedKey {
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array;
  readonly origin: { readonly fingerprint: number; readonly path: number[] };
}

/** Without a known origin, the path begins at the extended key itself, and its fingerprint is given. */
function derivedKey({ payload, steps, changeSteps, origin }: KeyBranch, { branch, index }: KeyChild): DerivedKey {
  const key = HDKey.fromExtendedKey(withVersion(payload, writtenVersions.main.pkh));
  const path = [...(branch === 'change' ? (changeSteps ?? steps) : steps), Number(index)];
  const { publicKey } = path.reduce((parent, step) => parent.deriveChild(step), key);
  if (publicKey === null) throw new TypeError('An extended key came without its public key');
  const { fingerprint, path: before } = origin ?? { fingerprint: key.fingerprint, path: [] };
  return { publicKey, origin: { fingerprint, path: [...before, ...path] } };
}

function oneKey(script: KeyScript, { publicKey, origin }: DerivedKey): OwnScript {
  const bip32Derivation: SigningFields['bip32Derivation'] = [[publicKey, origin]];
  switch (script) {
    case 'pkh':
      return { script: p2pkh(publicKey).script, hasWitness: false, fields: { bip32Derivation } };
    case 'wpkh':
      return { script: p2wpkh(publicKey).script, hasWitness: true, fields: { bip32Derivation } };
    case 'sh(wpkh)': {
      const redeemScript = p2wpkh(publicKey).script;
      const fields = { bip32Derivation, redeemScript };
      return { script: scriptOf(scriptHash(redeemScript)), hasWitness: true, fields };
    }
    case 'tr': {
      const tapInternalKey = publicKey.subarray(1);
      const tapBip32Derivation: SigningFields['tapBip32Derivation'] = [[tapInternalKey, { hashes: [], der: origin }]];
      return { script: p2tr(tapInternalKey).script, hasWitness: true, fields: { tapInternalKey, tapBip32Derivation } };
    }
  }
}

function severalKeys(branch: MultisigBranch, keys: readonly DerivedKey[]): OwnScript {
  const publicKeys = keys.map(({ publicKey }) => publicKey);
  const bip32Derivation = keys.map(({ publicKey, origin }): [Uint8Array, DerivedKey['origin']] => [publicKey, origin]);
  return {
    script: scriptOf(multisigLocking(publicKeys, branch)),
    hasWitness: branch.wrap !== 'sh',
    fields: { bip32Derivation, ...multisigScripts(publicKeys, branch) },
  };
}

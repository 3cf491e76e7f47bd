// Decides which addresses an extended key means, with the help of its script or its first address.
import type { KeyMeaning, KeyScript as KeyScriptName, Refusal } from '../../codec.ts';
import type { UtxoParams } from '../params.ts';
import { deriveUtxoAddress } from './derive-address.ts';
import { keyRefusals } from './key-refusals.ts';
import { supported } from './read-extended-key.ts';
import { canonicalKey, isMultisig, type ReceivingBranch } from './receiving-branch.ts';
import type { KeyScript } from './version-bytes.ts';

const scripts: Readonly<Record<KeyScriptName, KeyScript>> = {
  p2pkh: 'pkh',
  'p2sh-p2wpkh': 'sh(wpkh)',
  p2wpkh: 'wpkh',
  p2tr: 'tr',
};

/** The name of each kind in the API. */
export const scriptNames: Readonly<Record<KeyScript, KeyScriptName>> = {
  pkh: 'p2pkh',
  'sh(wpkh)': 'p2sh-p2wpkh',
  wpkh: 'p2wpkh',
  tr: 'p2tr',
};

/**
 * Never guesses: many wallets export every kind of account as xpub (tpub), and no wallet sees money sent to addresses
 * of the wrong kind. The text of the key and the given meaning must agree.
 */
export function meantBranch(
  branch: ReceivingBranch,
  params: UtxoParams,
  { script, firstAddress }: KeyMeaning,
): ReceivingBranch | Refusal {
  if (isMultisig(branch)) return script === null ? branch : keyRefusals.other_script;
  if (branch.isSaid) return script === null || scripts[script] === branch.script ? branch : keyRefusals.other_script;
  if (script !== null) return supported({ ...branch, script: scripts[script], isSaid: true }, params);
  if (firstAddress === null) return keyRefusals.script_required;
  for (const meant of Object.values(scripts)) {
    const one = { ...branch, script: meant, isSaid: true };
    if (deriveUtxoAddress(canonicalKey(one, params), 0n, params) === firstAddress) return one;
  }
  return keyRefusals.other_first_address;
}

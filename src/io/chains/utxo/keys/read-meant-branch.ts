// Settles which addresses an extended key means that does not say it itself, by what its owner says beside it.
import type { KeyMeaning, KeyScript as KeyScriptName, Refusal } from '../../codec.ts';
import type { UtxoParams } from '../params.ts';
import { deriveUtxoAddress } from './derive-address.ts';
import { keyRefusals } from './key-refusals.ts';
import { canonicalKey, type ReceivingBranch, readReceivingBranch, supported } from './read-extended-key.ts';
import type { KeyScript } from './version-bytes.ts';

const scripts: Readonly<Record<KeyScriptName, KeyScript>> = {
  p2pkh: 'pkh',
  'p2sh-p2wpkh': 'sh(wpkh)',
  p2wpkh: 'wpkh',
  p2tr: 'tr',
};

/**
 * As readReceivingBranch, but nothing is guessed: many wallets export every kind of account as xpub (tpub), and money
 * that is sent to addresses of the wrong kind is seen by none of them. What the text says and what is said beside it
 * must agree.
 */
export function readMeantBranch(
  text: string,
  params: UtxoParams,
  { script, firstAddress }: KeyMeaning,
): ReceivingBranch | Refusal {
  const branch = readReceivingBranch(text, params);
  if ('message' in branch) return branch;
  if (branch.isSaid) return script === null || scripts[script] === branch.script ? branch : keyRefusals.other_script;
  if (script !== null) return supported({ ...branch, script: scripts[script], isSaid: true }, params);
  if (firstAddress === null) return keyRefusals.script_required;
  for (const meant of Object.values(scripts)) {
    const one = { ...branch, script: meant, isSaid: true };
    if (deriveUtxoAddress(canonicalKey(one, params), 0n, params) === firstAddress) return one;
  }
  return keyRefusals.other_first_address;
}

// The text of a key with everything that a signer needs: its origin and the branch of its change.
import type { UtxoParams } from '../params.ts';
import { readReceivingBranch } from './read-extended-key.ts';
import {
  canonicalKey,
  isMultisig,
  type KeyBranch,
  type ReceivingBranch,
  readCanonicalKey,
  usualSteps,
  withVersion,
  wrapped,
} from './receiving-branch.ts';
import { writtenVersions } from './version-bytes.ts';

/** A descriptor (BIP-380, BIP-389), in the order of the keys as they were entered, without a checksum. */
export function signingDescriptor(branch: ReceivingBranch, params: UtxoParams): string {
  if (!isMultisig(branch)) {
    const key = keyText(branch, params);
    return branch.script === 'sh(wpkh)' ? `sh(wpkh(${key}))` : `${branch.script}(${key})`;
  }
  const members = [branch.threshold, ...branch.keys.map((key) => keyText(key, params))].join(',');
  return wrapped(branch.wrap, `${branch.isSorted ? 'sortedmulti' : 'multi'}(${members})`);
}

/**
 * The branch of a stored key. `descriptor` is a text from signingDescriptor; it is ignored if it is null or means other
 * addresses than `canonical`. Then the origin is not known, and only an account's key (BIP-44) has change of its own.
 */
export function signingBranch(canonical: string, descriptor: string | null, params: UtxoParams): ReceivingBranch {
  const read = descriptor === null ? null : readReceivingBranch(descriptor, params);
  if (read !== null && !('message' in read) && canonicalKey(read, params) === canonical) return read;
  const branch = readCanonicalKey(canonical, params);
  return isMultisig(branch) ? { ...branch, keys: branch.keys.map(withUsualChange) } : withUsualChange(branch);
}

function withUsualChange<Branch extends KeyBranch>(branch: Branch): Branch {
  const isAccount = branch.steps.length > 0 && String(branch.steps) === String(usualSteps(branch.payload));
  return isAccount ? { ...branch, changeSteps: [1] } : branch;
}

function keyText({ payload, steps, changeSteps, origin }: KeyBranch, params: UtxoParams): string {
  const key = withVersion(payload, writtenVersions[params.keys].pkh);
  const choices = steps.map((step, at) => {
    const change = changeSteps?.[at] ?? step;
    return change === step ? String(step) : `<${step};${change}>`;
  });
  return [originText(origin) + key, ...choices, '*'].join('/');
}

function originText(origin: KeyBranch['origin']): string {
  if (origin === undefined) return '';
  const path = origin.path.map((step) => (step >= 0x8000_0000 ? `/${step - 0x8000_0000}h` : `/${step}`));
  return `[${origin.fingerprint.toString(16).padStart(8, '0')}${path.join('')}]`;
}

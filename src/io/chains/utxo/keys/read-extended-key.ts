// Reads extended public keys and output descriptors.
import type { Refusal } from '../../codec.ts';
import type { UtxoParams } from '../params.ts';
import { descriptorChecksum } from './descriptor-checksum.ts';
import { keyBranchOf, readKeyExpression } from './key-expression.ts';
import { keyRefusals } from './key-refusals.ts';
import { readMultisig } from './read-multisig.ts';
import { branchDepth, isMultisig, openings, type ReceivingBranch, usualSteps } from './receiving-branch.ts';

/**
 * Reads the receiving branch that a text means. White space is ignored.
 * - A bare extended key means child 0/index of its account, as in BIP-44, 49 and 84, or child index if it is a branch's
 *   key at depth 4.
 * - Its prefix names the kind of address (SLIP-132): P2SH-P2WPKH for ypub, P2WPKH for zpub. An xpub leaves it open
 *   (`isSaid` false), unless an origin, such as [d34db33f/84h/0h/0h], names the purpose.
 * - A descriptor is complete: pkh(), sh(wpkh()), wpkh() or tr() of one key with a range, or multi() or sortedmulti() of
 *   several. If it has two branches (BIP-389), the first one counts. A checksum (BIP-380) must be correct.
 */
export function readReceivingBranch(text: string, params: UtxoParams): ReceivingBranch | Refusal {
  const plain = text.replace(/\s+/g, '');
  return plain.includes('(') ? readDescriptor(plain, params) : readKeyAlone(plain, params);
}

function readKeyAlone(text: string, params: UtxoParams): ReceivingBranch | Refusal {
  const read = readKeyExpression(text, params);
  if ('message' in read) return read.code === 'unknown_descriptor' ? keyRefusals.not_an_extended_key : read;
  const { meaning, purpose, range } = read;
  if (meaning.script === null || purpose === 'multisig') return keyRefusals.several_signatures;
  if (range === null && (read.payload[4] as number) > branchDepth) return keyRefusals.wrong_depth;
  if (range === null && read.steps.length > 0) return keyRefusals.no_range;
  if (meaning.binding && purpose !== null && purpose !== meaning.script) return keyRefusals.contradiction;
  const script = meaning.binding || purpose === null ? meaning.script : purpose;
  const isSaid = meaning.binding || purpose !== null || params.hrp === null;
  const steps = range === null ? usualSteps(read.payload) : read.steps;
  // Child 1 of an account is its change (BIP-44).
  const change = range === null && steps.length > 0 ? { changeSteps: [1] } : {};
  return supported({ ...keyBranchOf(read), steps, ...change, script, isSaid }, params);
}

function readDescriptor(text: string, params: UtxoParams): ReceivingBranch | Refusal {
  const [description = '', checksum, ...more] = text.split('#');
  if (more.length > 0) return keyRefusals.not_an_extended_key;
  if (!/^[a-z_]+\(.*\)$/.test(description)) return keyRefusals.not_an_extended_key;
  if (checksum !== undefined && descriptorChecksum(description) !== checksum) return keyRefusals.wrong_checksum;
  if (/^tr\([^(]*,/.test(description)) return keyRefusals.script_path;
  const several = readMultisig(description, params);
  if (several !== null) return 'message' in several ? several : supported(several, params);
  const [, opening = '', expression = '', closing = ''] = /^((?:[a-z_]+\()+)([^()]*)(\)+)$/.exec(description) ?? [];
  const script = openings.get(opening);
  if (script === undefined || closing.length !== opening.split('(').length - 1) return keyRefusals.unknown_descriptor;
  const read = readKeyExpression(expression, params);
  if ('message' in read) return read;
  if (read.range === null) return keyRefusals.no_range;
  if (read.meaning.script === null) return keyRefusals.several_signatures;
  if (read.meaning.binding && read.meaning.script !== script) return keyRefusals.contradiction;
  return supported({ ...keyBranchOf(read), script, isSaid: true }, params);
}

/** Rejects a branch with a kind of address that the chain does not have. */
export function supported<Branch extends ReceivingBranch>(branch: Branch, params: UtxoParams): Branch | Refusal {
  const isPlain = isMultisig(branch) ? branch.wrap === 'sh' : branch.script === 'pkh';
  return params.hrp === null && !isPlain ? keyRefusals.no_segwit : branch;
}

// Reads extended public keys and output descriptors.
import type { Refusal } from '../../codec.ts';
import type { UtxoParams } from '../params.ts';
import { descriptorChecksum } from './descriptor-checksum.ts';
import { readKeyExpression } from './key-expression.ts';
import { keyRefusals } from './key-refusals.ts';
import { readMultisig } from './read-multisig.ts';
import { branchDepth, isMultisig, openings, type ReceivingBranch, usualSteps } from './receiving-branch.ts';

/**
 * An extended key by itself means the receiving branch of its account: child 0/index, as BIP-44, 49 and 84 have it, or
 * child index where it is the branch's key already, at depth 4. Its addresses are those that SLIP-132 gives its prefix:
 * P2SH-P2WPKH for ypub, P2WPKH for zpub. xpub may be P2PKH or anything else (`isSaid` false), unless an origin in front
 * of it, such as [d34db33f/84h/0h/0h], names the purpose. A descriptor is complete: pkh(), sh(wpkh()), wpkh() or tr()
 * of one key with a range, or a multi() or sortedmulti() of several. The first of two branches (BIP-389) is meant. A
 * checksum (BIP-380) must be right. White space counts nowhere.
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
  return supported({ payload: read.payload, steps, script, isSaid }, params);
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
  return supported({ payload: read.payload, steps: read.steps, script, isSaid: true }, params);
}

/** Refused where the chain has no such addresses. */
export function supported<Branch extends ReceivingBranch>(branch: Branch, params: UtxoParams): Branch | Refusal {
  const isPlain = isMultisig(branch) ? branch.wrap === 'sh' : branch.script === 'pkh';
  return params.hrp === null && !isPlain ? keyRefusals.no_segwit : branch;
}

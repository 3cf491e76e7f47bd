// Reads the descriptors of multisig wallets: multi() and sortedmulti() of BIP-383.
import { bytesToHex } from '@noble/hashes/utils.js';
import { isRefusal, type Refusal } from '../../codec.ts';
import type { UtxoParams } from '../params.ts';
import { type KeyExpression, keyBranchOf, readKeyExpression } from './key-expression.ts';
import { keyRefusals } from './key-refusals.ts';
import { type MultisigWrap, mostKeys } from './multisig.ts';

import type { MultisigBranch } from './receiving-branch.ts';

/** Null for a descriptor of another kind. */
export function readMultisig(description: string, params: UtxoParams): MultisigBranch | Refusal | null {
  const [, opening = '', sorted, list = '', closing = ''] = form.exec(description) ?? [];
  const wrap = wraps.get(opening);
  if (wrap === undefined || closing.length !== opening.split('(').length) return null;
  const [threshold = '', ...texts] = list.split(',');
  const keys = texts.map((text) => readKeyExpression(text, params));
  const refused = keys.find(isRefusal);
  if (refused !== undefined) return refused;
  const read = keys as KeyExpression[];
  if (!/^[1-9]\d?$/.test(threshold) || Number(threshold) > read.length) return keyRefusals.wrong_threshold;
  if (read.length > mostKeys[wrap]) return keyRefusals.too_many_keys;
  if (read.some(({ range }) => range === null)) return keyRefusals.no_range;
  if (read.some(({ meaning }) => meaning.binding && meaning.script !== null)) return keyRefusals.contradiction;
  if (read.some(({ meaning }) => meaning.wrap !== undefined && meaning.wrap !== wrap)) return keyRefusals.contradiction;
  const branches = read.map(keyBranchOf);
  const names = new Set(branches.map(({ payload, steps }) => `${bytesToHex(payload.subarray(13))} ${steps}`));
  if (names.size < branches.length) return keyRefusals.same_key_twice;
  return { wrap, isSorted: sorted !== undefined, threshold: Number(threshold), keys: branches };
}

const form = /^(sh\(wsh\(|wsh\(|sh\()(sorted)?multi\(([^()]*)(\)+)$/;
const wraps: ReadonlyMap<string, MultisigWrap> = new Map([
  ['sh(wsh(', 'sh(wsh)'],
  ['wsh(', 'wsh'],
  ['sh(', 'sh'],
]);

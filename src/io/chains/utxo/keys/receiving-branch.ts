// The branch from which receiving addresses are derived, and its stored text.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58check } from '../addresses/script.ts';
import type { UtxoParams } from '../params.ts';
import type { Multisig, MultisigWrap } from './multisig.ts';
import { type KeyScript, versionMeanings, writtenVersions } from './version-bytes.ts';

/** Child `steps`/index of a key. */
export interface KeyBranch {
  /** The 78 bytes of BIP-32; the version prefix is ignored. */
  readonly payload: Uint8Array;
  readonly steps: readonly number[];
  /** The master key's fingerprint and the path from it to this key, for hardware wallets. Absent if not known. */
  readonly origin?: KeyOrigin;
  /** The steps of the wallet's change. Absent if the text does not name them. */
  readonly changeSteps?: readonly number[];
}

export interface KeyOrigin {
  readonly fingerprint: number;
  /** Hardened steps are counted from 0x80000000 on. */
  readonly path: readonly number[];
}

/** One key, with outputs of the kind `script`. */
export interface SingleBranch extends KeyBranch {
  readonly script: KeyScript;
  /** Whether the text names the kind of addresses, or there is only one. */
  readonly isSaid: boolean;
}

/** Several keys that sign together. Each address combines their children with the same index (BIP-383). */
export interface MultisigBranch extends Multisig {
  readonly keys: readonly KeyBranch[];
}

export type ReceivingBranch = SingleBranch | MultisigBranch;

export function isMultisig(branch: ReceivingBranch): branch is MultisigBranch {
  return 'keys' in branch;
}

/**
 * The complete text of a branch, the same for equal branches: the key alone if its prefix says everything, otherwise a
 * descriptor without origin and checksum. A zpub, and the xpub of the same key within wpkh(), have the same text. The
 * keys of sortedmulti() are sorted by their texts.
 */
export function canonicalKey(branch: ReceivingBranch, params: UtxoParams): string {
  if (isMultisig(branch)) return multisigText(branch, params);
  const { payload, steps, script } = branch;
  const versions = writtenVersions[params.keys];
  const isPlain = script === 'wpkh' || script === 'sh(wpkh)' || params.hrp === null;
  if (isPlain && String(steps) === String(usualSteps(payload))) return withVersion(payload, versions[script]);
  const key = keyText(branch, params);
  return script === 'sh(wpkh)' ? `sh(wpkh(${key}))` : `${script}(${key})`;
}

/**
 * The same for every spelling that gives the same addresses. A key counts by its point and its chain code; its depth,
 * parent and number are ignored. A branch counts by kind and path. Test networks have separate identities. The first
 * word is the same for all branches of one key, or of one set of keys.
 */
export function identityOf(branch: ReceivingBranch, params: UtxoParams): string {
  if (!isMultisig(branch)) return `${pointOf(branch)} ${params.keys} ${branch.script} ${pathOf(branch)}`;
  const { wrap, isSorted, threshold, keys } = branch;
  const members = keys.map((key) => `${pointOf(key)} ${pathOf(key)}`);
  const set = digest(keys.map(pointOf).sort());
  const kind = `${wrap} ${isSorted ? 'sortedmulti' : 'multi'} ${threshold}`;
  return `${set} ${params.keys} ${kind} ${digest(isSorted ? members.sort() : members)}`;
}

/** Reads a text from canonicalKey. Throws a TypeError for any other text. */
export function readCanonicalKey(text: string, params: UtxoParams): ReceivingBranch {
  const [, wrap, sorted, threshold, keys] = multisigForm.exec(text) ?? [];
  if (wrap !== undefined && keys !== undefined)
    return {
      wrap: wrap === 'sh(wsh(' ? 'sh(wsh)' : wrap === 'wsh(' ? 'wsh' : 'sh',
      isSorted: sorted !== undefined,
      threshold: Number(threshold),
      keys: keys.split(',').map(readKeyText),
    };
  const [, opening, key] = singleForm.exec(text) ?? [];
  if (opening !== undefined && key !== undefined)
    return { ...readKeyText(key), script: openings.get(opening) as KeyScript, isSaid: true };
  const payload = base58check.decode(text);
  const version = new DataView(payload.buffer, payload.byteOffset).getUint32(0);
  const script = versionMeanings.get(version)?.script;
  if (script === null || script === undefined) throw new TypeError('A canonical key has unknown version bytes');
  return { payload, steps: usualSteps(payload), script: params.hrp === null ? 'pkh' : script, isSaid: true };
}

/** Child 0 of an account's key; no step if the key is a branch's own (m/purpose'/coin'/account'/change). */
export function usualSteps(payload: Uint8Array): readonly number[] {
  return payload[4] === branchDepth ? [] : [0];
}

/** m / purpose' / coin' / account' / change, by BIP-44. */
export const branchDepth = 4;

export function withVersion(payload: Uint8Array, version: number): string {
  const bytes = payload.slice();
  new DataView(bytes.buffer).setUint32(0, version);
  return base58check.encode(bytes);
}

/** The opening of a descriptor of one key, with its kind of address. */
export const openings: ReadonlyMap<string, KeyScript> = new Map([
  ['pkh(', 'pkh'],
  ['sh(wpkh(', 'sh(wpkh)'],
  ['wpkh(', 'wpkh'],
  ['tr(', 'tr'],
]);

const keyForm = '[1-9A-HJ-NP-Za-km-z]+(?:/\\d+)*/\\*';
const singleForm = new RegExp(`^(pkh\\(|sh\\(wpkh\\(|wpkh\\(|tr\\()(${keyForm})\\)+$`);
const multisigForm = new RegExp(`^(sh\\(wsh\\(|sh\\(|wsh\\()(sorted)?multi\\((\\d+),(${keyForm}(?:,${keyForm})*)\\)+$`);

function readKeyText(text: string): KeyBranch {
  const [key = '', ...path] = text.split('/');
  return { payload: base58check.decode(key), steps: path.slice(0, -1).map(Number) };
}

function keyText({ payload, steps }: KeyBranch, params: UtxoParams): string {
  return [withVersion(payload, writtenVersions[params.keys].pkh), ...steps, '*'].join('/');
}

function multisigText({ wrap, isSorted, threshold, keys }: MultisigBranch, params: UtxoParams): string {
  const texts = keys.map((key) => keyText(key, params));
  const members = [threshold, ...(isSorted ? texts.sort() : texts)].join(',');
  return wrapped(wrap, `${isSorted ? 'sortedmulti' : 'multi'}(${members})`);
}

export function wrapped(wrap: MultisigWrap, script: string): string {
  return wrap === 'sh(wsh)' ? `sh(wsh(${script}))` : `${wrap}(${script})`;
}

const pointOf = ({ payload }: KeyBranch): string => bytesToHex(payload.subarray(13));
const pathOf = ({ steps }: KeyBranch): string => [...steps, '*'].join('/');
const digest = (parts: readonly string[]): string => bytesToHex(sha256(utf8ToBytes(parts.join('\n'))));

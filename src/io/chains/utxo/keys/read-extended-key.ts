// Reads the extended public keys and output descriptors that wallets export, and writes each in one form.
import { bytesToHex } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import type { Refusal } from '../../codec.ts';
import { base58check } from '../addresses/script.ts';
import type { UtxoParams } from '../params.ts';
import { descriptorChecksum } from './descriptor-checksum.ts';
import { keyRefusals, otherCoin } from './key-refusals.ts';
import {
  type CoinName,
  coinTypes,
  type KeyScript,
  privateVersions,
  versionMeanings,
  writtenVersions,
} from './version-bytes.ts';

/** From where receiving addresses are derived: child `steps`/index of `key`, with outputs of the kind `script`. */
export interface ReceivingBranch {
  /** BIP-32's 78 bytes without regard to the version in front. */
  readonly payload: Uint8Array;
  readonly steps: readonly number[];
  readonly script: KeyScript;
  /** Whether the text says which kind of addresses is meant, or there is but one. */
  readonly isSaid: boolean;
}

/**
 * An extended key by itself stands for the receiving branch of its account (child 0/index, as BIP-44, 49 and 84 have
 * it; child index where it is the branch's key already, at depth 4), with the addresses that SLIP-132 gives its prefix:
 * P2SH-P2WPKH for ypub, P2WPKH for zpub; xpub may be P2PKH or anything else (`isSaid` false). A descriptor says all
 * that itself: pkh(), sh(wpkh()), wpkh() or tr() of one key with a range; of BIP-389's two branches the first is meant.
 * Its checksum (BIP-380), where there is one, must be right.
 */
export function readReceivingBranch(text: string, params: UtxoParams): ReceivingBranch | Refusal {
  const trimmed = text.trim();
  return /^[1-9A-HJ-NP-Za-km-z]+$/.test(trimmed) ? readBareKey(trimmed, params) : readDescriptor(trimmed, params);
}

/**
 * One text for one branch, which says all of it: the key alone where its prefix does, a descriptor without origin and
 * checksum elsewhere. So a zpub, and the xpub of the same key within wpkh(), are the same.
 */
export function canonicalKey(branch: ReceivingBranch, params: UtxoParams): string {
  const { payload, steps, script } = branch;
  const versions = writtenVersions[params.keys];
  const isPlain = script === 'wpkh' || script === 'sh(wpkh)' || params.hrp === null;
  if (isPlain && String(steps) === String(usualSteps(payload))) return withVersion(payload, versions[script]);
  const key = [withVersion(payload, versions.pkh), ...steps, '*'].join('/');
  return script === 'sh(wpkh)' ? `sh(wpkh(${key}))` : `${script}(${key})`;
}

/**
 * The same for every spelling of what gives the same addresses: a key is its point and its chain code, whatever its
 * wallet says of its depth, parent and number, and a branch of it is known by kind and path. Test networks have keys of
 * their own.
 */
export function identityOf({ payload, steps, script }: ReceivingBranch, params: UtxoParams): string {
  const key = bytesToHex(payload.subarray(13));
  return `${key} ${params.keys} ${script} ${[...steps, '*'].join('/')}`;
}

/** m / purpose' / coin' / account' / change, by BIP-44. */
const branchDepth = 4;

function usualSteps(payload: Uint8Array): readonly number[] {
  return payload[4] === branchDepth ? [] : [0];
}

function withVersion(payload: Uint8Array, version: number): string {
  const bytes = payload.slice();
  new DataView(bytes.buffer).setUint32(0, version);
  return base58check.encode(bytes);
}

function readBareKey(text: string, params: UtxoParams): ReceivingBranch | Refusal {
  const key = readKey(text, params);
  if ('message' in key) return key;
  if ((key.payload[4] as number) > branchDepth) return keyRefusals.wrong_depth;
  const isSaid = key.binding || params.hrp === null;
  return supported({ payload: key.payload, steps: usualSteps(key.payload), script: key.script, isSaid }, params);
}

interface ReadKey {
  readonly payload: Uint8Array;
  /** What its prefix says. */
  readonly script: KeyScript;
  readonly binding: boolean;
}

function readKey(text: string, params: UtxoParams): ReadKey | Refusal {
  let payload: Uint8Array;
  try {
    payload = base58check.decode(text);
  } catch {
    return keyRefusals.not_an_extended_key;
  }
  if (payload.length !== 78) return keyRefusals.not_an_extended_key;
  const version = new DataView(payload.buffer, payload.byteOffset).getUint32(0);
  // In the 33 bytes of the key a private one begins with zero, whatever the version in front claims (BIP-32,
  // serialization format).
  if (payload[45] === 0 || privateVersions.has(version)) return keyRefusals.private_key;
  const meaning = versionMeanings.get(version);
  if (meaning === undefined) return keyRefusals.not_an_extended_key;
  if (meaning.realm !== params.keys) return params.keys === 'main' ? keyRefusals.test_key : keyRefusals.main_key;
  const { of } = meaning;
  if (of !== undefined && of.coin !== params.scheme) return otherCoin(of.coin, of.prefix, params.title);
  if (meaning.script === null) return keyRefusals.several_signatures;
  if (!isPublicKey(payload)) return keyRefusals.not_an_extended_key;
  return { payload, script: meaning.script, binding: meaning.binding };
}

/** Whether the key is a point of the curve. */
function isPublicKey(payload: Uint8Array): boolean {
  try {
    HDKey.fromExtendedKey(withVersion(payload, writtenVersions.main.pkh));
    return true;
  } catch {
    return false;
  }
}

const functions: ReadonlyMap<string, KeyScript> = new Map([
  ['pkh(', 'pkh'],
  ['sh(wpkh(', 'sh(wpkh)'],
  ['wpkh(', 'wpkh'],
  ['tr(', 'tr'],
]);

/**
 * Origin, key and path of BIP-380, with BIP-389's choice of two branches; hardened steps are matched so that they can
 * be refused by name.
 */
const keyExpression =
  /^(?:\[[0-9a-fA-F]{8}((?:\/\d+(?:['hH])?)*)\])?([1-9A-HJ-NP-Za-km-z]+)((?:\/(?:\d+['hH]?|<\d+['hH]?;\d+['hH]?>))*)(\/\*['hH]?)?$/;

function readDescriptor(text: string, params: UtxoParams): ReceivingBranch | Refusal {
  const [description = '', checksum, ...more] = text.split('#');
  if (more.length > 0) return keyRefusals.not_an_extended_key;
  const [, opening = '', expression = '', closing = ''] = /^((?:[a-z_]+\()+)([^()]*)(\)+)$/.exec(description) ?? [];
  if (opening === '') return keyRefusals.not_an_extended_key;
  if (checksum !== undefined && descriptorChecksum(description) !== checksum) return keyRefusals.wrong_checksum;
  const script = functions.get(opening);
  if (script === undefined || closing.length !== opening.split('(').length - 1) return keyRefusals.unknown_descriptor;
  const [, origin = '', keyText = '', path = '', range] = keyExpression.exec(expression) ?? [];
  if (keyText === '') return keyRefusals.unknown_descriptor;
  const key = readKey(keyText, params);
  if ('message' in key) return key;
  const coin = coinOf(origin);
  if (coin !== undefined && params.keys === 'main' && coin !== params.scheme)
    return otherCoin(coin, `m${origin}`, params.title);
  if (range === undefined) return keyRefusals.no_range;
  if (/['hH]/.test(path + range)) return keyRefusals.hardened;
  if (key.binding && key.script !== script) return keyRefusals.contradiction;
  const steps = path.split('/').slice(1).map(firstBranch);
  if (steps.length > 10 || steps.some((step) => step >= 0x8000_0000)) return keyRefusals.unknown_descriptor;
  return supported({ payload: key.payload, steps, script, isSaid: true }, params);
}

/** The coin whose accounts have this path, in the form m/purpose'/coin'/… of BIP-44, 49, 84 and 86. */
function coinOf(origin: string): CoinName | undefined {
  const [, type] = /^\/(?:44|49|84|86)['hH]\/(\d{1,9})['hH](?:\/|$)/.exec(origin) ?? [];
  return type === undefined ? undefined : coinTypes.get(Number(type));
}

function firstBranch(step: string): number {
  return Number(/\d+/.exec(step)?.[0]);
}

/** Refused where the chain has no such addresses. */
export function supported(branch: ReceivingBranch, params: UtxoParams): ReceivingBranch | Refusal {
  return params.hrp === null && branch.script !== 'pkh' ? keyRefusals.no_segwit : branch;
}

// Reads one key of a descriptor (BIP-380): origin, key, path and range.
import { HDKey } from '@scure/bip32';
import type { Refusal } from '../../codec.ts';
import { base58check } from '../addresses/script.ts';
import type { UtxoParams } from '../params.ts';
import { keyRefusals, otherCoin } from './key-refusals.ts';
import { type KeyBranch, withVersion } from './receiving-branch.ts';
import {
  type CoinName,
  coinTypes,
  type KeyScript,
  privateVersions,
  type VersionMeaning,
  versionMeanings,
  writtenVersions,
} from './version-bytes.ts';

/** A key of a descriptor, with all parts of its text. */
export interface KeyExpression extends KeyBranch {
  /** From its prefix. */
  readonly meaning: VersionMeaning;
  /** The kind of addresses that the purpose (BIP-43) in the origin names; null if there is no known purpose. */
  readonly purpose: KeyScript | 'multisig' | null;
  /** Null if the text means a single key. */
  readonly range: '*' | null;
}

/**
 * Origin, key and path of BIP-380, with BIP-389's choice of two branches. Hardened steps match too, so that they get
 * their own refusal.
 */
const originForm = /^\[([0-9a-fA-F]{8})((?:\/\d+(?:['hH])?)*)\]/;
const keyForm = /^([1-9A-HJ-NP-Za-km-z]+)((?:\/(?:\d+['hH]?|<\d+['hH]?;\d+['hH]?>))*)(\/\*['hH]?)?$/;

/** Rejects a key that is private, mistyped, or of another network. */
export function readKeyExpression(text: string, params: UtxoParams): KeyExpression | Refusal {
  // Curly apostrophes come from text editors.
  const written = text.replace(/[’′]/g, "'");
  const [inBrackets = '', fingerprint = '', origin = ''] = originForm.exec(written) ?? [];
  const [, keyText = '', path = '', range] = keyForm.exec(written.slice(inBrackets.length)) ?? [];
  if (keyText === '') return keyRefusals.unknown_descriptor;
  const key = readKey(keyText, params);
  if ('message' in key) return key;
  const coin = coinOf(origin);
  if (coin !== undefined && params.keys === 'main' && coin !== params.scheme)
    return otherCoin(coin, `m${origin}`, params.title);
  if (/['hH]/.test(path + (range ?? ''))) return keyRefusals.hardened;
  const choices = path.split('/').slice(1);
  const steps = choices.map(firstBranch);
  if (steps.length > 10 || steps.some((step) => step >= 0x8000_0000)) return keyRefusals.unknown_descriptor;
  return {
    ...key,
    steps,
    ...signingParts({ fingerprint, origin, steps: choices }),
    purpose: purposeOf(origin),
    range: range === undefined ? null : '*',
  };
}

/** Without the parts that say how it was written. */
export function keyBranchOf({ payload, steps, origin, changeSteps }: KeyExpression): KeyBranch {
  return {
    payload,
    steps,
    ...(origin === undefined ? {} : { origin }),
    ...(changeSteps === undefined ? {} : { changeSteps }),
  };
}

interface WrittenParts {
  readonly fingerprint: string;
  readonly origin: string;
  readonly steps: readonly string[];
}

/** The parts that only signing needs. Sparrow and others write a fingerprint of zeros if they do not know it. */
function signingParts({ fingerprint, origin, steps }: WrittenParts): Pick<KeyBranch, 'origin' | 'changeSteps'> {
  const path = origin.split('/').slice(1).map(stepOf);
  const isKnown = /[1-9a-fA-F]/.test(fingerprint) && path.every((step) => step < 0x1_0000_0000);
  const changeSteps = steps.map((step) => Number(/;(\d+)/.exec(step)?.[1] ?? firstBranch(step)));
  const hasChange = steps.some((step) => step.includes(';')) && changeSteps.every((step) => step < 0x8000_0000);
  return {
    ...(isKnown ? { origin: { fingerprint: Number.parseInt(fingerprint, 16), path } } : {}),
    ...(hasChange ? { changeSteps } : {}),
  };
}

/** A step of a path as BIP-32 counts it: hardened ones from 0x80000000 on. */
function stepOf(step: string): number {
  return Number.parseInt(step, 10) + (/['hH]$/.test(step) ? 0x8000_0000 : 0);
}

function readKey(text: string, params: UtxoParams): Pick<KeyExpression, 'payload' | 'meaning'> | Refusal {
  let payload: Uint8Array;
  try {
    payload = base58check.decode(text);
  } catch {
    return keyRefusals.not_an_extended_key;
  }
  if (payload.length !== 78) return keyRefusals.not_an_extended_key;
  const version = new DataView(payload.buffer, payload.byteOffset).getUint32(0);
  // The key field of a private key begins with a zero byte, whichever version the prefix claims (BIP-32, serialization
  // format).
  if (payload[45] === 0 || privateVersions.has(version)) return keyRefusals.private_key;
  const meaning = versionMeanings.get(version);
  if (meaning === undefined) return keyRefusals.not_an_extended_key;
  if (meaning.realm !== params.keys) return params.keys === 'main' ? keyRefusals.test_key : keyRefusals.main_key;
  const { of } = meaning;
  if (of !== undefined && of.coin !== params.scheme) return otherCoin(of.coin, of.prefix, params.title);
  return isPublicKey(payload) ? { payload, meaning } : keyRefusals.not_an_extended_key;
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

/** The coin with accounts at this path, in the form m/purpose'/coin'/… of BIP-44, 48, 49, 84, 86 and 87. */
function coinOf(origin: string): CoinName | undefined {
  const [, type] = /^\/(?:44|48|49|84|86|87)['hH]\/(\d{1,9})['hH](?:\/|$)/.exec(origin) ?? [];
  return type === undefined ? undefined : coinTypes.get(Number(type));
}

const purposes: ReadonlyMap<string, KeyExpression['purpose']> = new Map<string, KeyExpression['purpose']>([
  ...([...Object.entries({ 44: 'pkh', 49: 'sh(wpkh)', 84: 'wpkh', 86: 'tr' })] as [string, KeyScript][]),
  ...(['45', '48', '87'].map((purpose) => [purpose, 'multisig']) as [string, 'multisig'][]),
]);

function purposeOf(origin: string): KeyExpression['purpose'] {
  const [, purpose = ''] = /^\/(\d{1,9})['hH]/.exec(origin) ?? [];
  return purposes.get(purpose) ?? null;
}

function firstBranch(step: string): number {
  return Number(/\d+/.exec(step)?.[0]);
}

// Finds the accounts in the JSON that wallets export: Electrum, Coldcard, BlueWallet, Specter, Caravan, Bitcoin Core.
import type { Refusal } from '../../../codec.ts';
import { keyRefusals } from '../key-refusals.ts';
import type { MultisigWrap } from '../multisig.ts';
import { wrapped } from '../receiving-branch.ts';
import type { KeyScript } from '../version-bytes.ts';
import type { FileAccount } from './account.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns receiving branches only. Keys of cosigners are left out if the file does not describe their wallet. */
export function accountsIn(value: unknown, depth = 0): readonly FileAccount[] | Refusal {
  if (depth > mostNesting) return [];
  if (typeof value === 'string') return isKeyText(value) ? [{ text: value }] : [];
  if (Array.isArray(value)) return gathered(value, depth);
  if (!isFields(value)) return [];
  if (typeof value.wallet_type === 'string') return electrumAccounts(value, value.wallet_type);
  if (isFields(value.quorum) && Array.isArray(value.extendedPublicKeys))
    return caravanAccount(value, value.quorum, value.extendedPublicKeys);
  const coldcard = Object.entries(coldcardScripts).flatMap(([name, script]) =>
    coldcardAccount(value[name], { script, xfp: value.xfp }),
  );
  if (coldcard.length > 0) return coldcard;
  if (value.internal === true) return [];
  const described = descriptorNames.flatMap((name) => (typeof value[name] === 'string' ? [value[name]] : []));
  if (described.length > 0) return described.map((text) => ({ text }));
  const key = Object.values(value).find((each): each is string => typeof each === 'string' && isBareKey(each));
  if (key !== undefined) return [{ text: withOrigin(key, value) }];
  const inside = Object.entries(value).filter(([name]) => !/^bip(?:45|48)/.test(name));
  return gathered(
    inside.map(([, each]) => each),
    depth,
  );
}

const mostNesting = 6;
const descriptorNames = ['descriptor', 'desc', 'recv_descriptor', 'receiveDescriptor', 'external_descriptor'];
const coldcardScripts: Readonly<Record<string, KeyScript>> = {
  bip44: 'pkh',
  bip49: 'sh(wpkh)',
  bip84: 'wpkh',
  bip86: 'tr',
};

function gathered(values: readonly unknown[], depth: number): readonly FileAccount[] | Refusal {
  const found: FileAccount[] = [];
  for (const value of values) {
    const accounts = accountsIn(value, depth + 1);
    if ('message' in accounts) return accounts;
    found.push(...accounts);
  }
  return found;
}

/**
 * An xpub in Electrum's files means P2PKH, alone or in P2SH, because its wallets write other prefixes for all other
 * kinds.
 */
function electrumAccounts(file: Fields, type: string): readonly FileAccount[] | Refusal {
  if (type === 'standard') {
    const { keystore } = file;
    const key = isFields(keystore) ? keystore.xpub : undefined;
    if (typeof key !== 'string') return keyRefusals.unsupported_wallet;
    return [isPlainKey(key) ? { text: key, script: 'pkh' } : { text: key }];
  }
  const [, threshold, size] = /^(\d+)of(\d+)$/.exec(type) ?? [];
  if (threshold === undefined) return keyRefusals.unsupported_wallet;
  const keys = Array.from({ length: Number(size) }, (_, at) => {
    const cosigner = file[`x${at + 1}/`];
    return isFields(cosigner) && typeof cosigner.xpub === 'string' ? cosigner.xpub : '';
  });
  if (keys.includes('')) return keyRefusals.unreadable_file;
  const prefix = keys[0]?.[0] ?? '';
  const wrap: MultisigWrap = 'ZV'.includes(prefix) ? 'wsh' : 'YU'.includes(prefix) ? 'sh(wsh)' : 'sh';
  return [severalKeys(wrap, threshold, keys)];
}

/** `xfp`: the master key's fingerprint. The account has a field of the same name for its own key. */
function coldcardAccount(
  account: unknown,
  { script, xfp }: { readonly script: KeyScript; readonly xfp: unknown },
): readonly FileAccount[] {
  if (!isFields(account) || typeof account.xpub !== 'string') return [];
  const first = typeof account.first === 'string' ? { first: account.first } : {};
  return [{ text: withOrigin(account.xpub, { ...account, xfp }), script, ...first }];
}

function caravanAccount(file: Fields, quorum: Fields, keys: readonly unknown[]): readonly FileAccount[] | Refusal {
  const wrap = caravanWraps.get(String(file.addressType).toUpperCase());
  const texts = keys.map((key) => (isFields(key) && typeof key.xpub === 'string' ? key.xpub : ''));
  if (wrap === undefined || texts.includes('')) return keyRefusals.unreadable_file;
  return [severalKeys(wrap, String(quorum.requiredSigners), texts)];
}

const caravanWraps: ReadonlyMap<string, MultisigWrap> = new Map([
  ['P2SH', 'sh'],
  ['P2WSH', 'wsh'],
  ['P2SH-P2WSH', 'sh(wsh)'],
]);

/** Both formats sort keys by BIP-67, receive at branch 0, and have their change at branch 1. */
function severalKeys(wrap: MultisigWrap, threshold: string, keys: readonly string[]): FileAccount {
  return { text: wrapped(wrap, `sortedmulti(${[threshold, ...keys.map((key) => `${key}/<0;1>/*`)].join(',')})`) };
}

const pathNames = ['deriv', 'derivation', 'path', 'bip32Path', 'derivationPath', 'AccountKeyPath', 'keyPath'];

const fingerprintNames = ['MasterFingerprint', 'masterFingerprint', 'fingerprint', 'xfp'];

/** The file has the path and the master key's fingerprint in separate fields. Zeros: it is not known. */
function withOrigin(key: string, fields: Fields): string {
  const path = pathNames.map((name) => fields[name]).find((each): each is string => typeof each === 'string');
  const steps = path === undefined ? undefined : /^m?((?:\/\d+['hH]?)+)$/.exec(path.trim())?.[1];
  const fingerprint = fingerprintNames
    .map((name) => String(fields[name]))
    .find((each) => /^[0-9a-fA-F]{8}$/.test(each));
  return steps === undefined || key.includes('[') ? key : `[${fingerprint ?? '00000000'}${steps}]${key}`;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isBareKey = (text: string): boolean => /^(?:[xyztuvYZUV]pub|[LMt]tub|dgub)[1-9A-HJ-NP-Za-km-z]{100,}$/.test(text);
const isPlainKey = (text: string): boolean => /^(?:[xt]pub|[Lt]tub|dgub)/.test(text);
const isKeyText = (text: string): boolean => isBareKey(text) || /^(?:\[[0-9a-fA-F]{8}|[a-z]{2,6}\()/.test(text);

// Finds the networks on which a pasted text is an address or an extended public key, by the parsers of their families.
import {
  type Codec,
  isRefusal,
  type NetworkIdentity,
  type ReadKey,
  type Refusal,
  type ScriptChoice,
  type WalletCodec,
} from '../codec.ts';

/** A network, with the parsers of its family. */
export interface ReadNetwork {
  readonly identity: NetworkIdentity;
  readonly codec: Codec;
  readonly wallets: WalletCodec;
}

export interface Recognised {
  /** Null if it is neither on any of the networks. */
  readonly kind: 'address' | 'xpub' | null;
  /** The names of the chains that it belongs to. */
  readonly belongsTo: readonly string[];
  readonly networks: readonly RecognisedNetwork[];
  /** Why it is rejected, if it is neither. `private_key` is then the only problem. */
  readonly problems: readonly Refusal[];
}

export interface RecognisedNetwork {
  readonly symbol: string;
  /** The choices if the key leaves its kind of address open; else empty. */
  readonly scripts: readonly ScriptChoice[];
}

/** Tries an address first; no text is both an address and a key. */
export function recogniseText(text: string, networks: readonly ReadNetwork[]): Recognised {
  const address = recogniseAddress(text, networks);
  if (address.kind !== null) return address;
  const key = recogniseKey(text, networks);
  if (key.kind !== null) return key;
  const refusals = [...key.problems, ...address.problems];
  const secret = refusals.find(({ code }) => code === 'private_key');
  return unknown(secret === undefined ? informativeOnes(refusals) : [secret]);
}

/** If one family recognises the address as its own by its form, no other family accepts it. */
function recogniseAddress(text: string, networks: readonly ReadNetwork[]): Recognised {
  const owners = ownersOf(text, networks);
  const asked = networks.filter(({ codec }) => owners.size === 0 || owners.has(codec));
  const reads = asked.map((network) => ({ network, read: network.codec.readAddress(text, network.identity) }));
  const taken = reads.flatMap(({ network, read }) => (isRefusal(read) ? [] : [network]));
  if (taken.length > 0) return found('address', taken, new Set());
  if (owners.size > 0) return { ...found('address', [], new Set()), belongsTo: [...new Set(owners.values())] };
  return unknown(reads.flatMap(({ read }) => (isRefusal(read) ? [read] : [])));
}

/** The families that recognise the text as their own, each with the names of the networks that have such an address. */
function ownersOf(text: string, networks: readonly ReadNetwork[]): ReadonlyMap<Codec, string> {
  const codecs = new Set(networks.map(({ codec }) => codec));
  return new Map(
    [...codecs].flatMap((codec): [Codec, string][] => {
      const owner = codec.ownerOf?.(text) ?? null;
      return owner === null ? [] : [[codec, owner]];
    }),
  );
}

/** If the key comes with the path of an account, only the family of its coin accepts it. */
function recogniseKey(text: string, networks: readonly ReadNetwork[]): Recognised {
  const coin = Number(accountPath.exec(text)?.[1]);
  const owners = networks.filter(({ wallets }) => wallets.coinTypes.includes(coin));
  const asked = owners.length > 0 ? owners : networks;
  const reads = asked.map((network) => ({ network, read: network.wallets.readExtendedKey(text, network.identity) }));
  const open = new Set(reads.flatMap(({ network, read }) => (isOpen(read) ? [network] : [])));
  const taken = reads.flatMap(({ network, read }) => (isRefusal(read) && !isOpen(read) ? [] : [network]));
  if (taken.length > 0) return found('xpub', taken, open);
  return unknown(reads.flatMap(({ read }) => (isRefusal(read) ? [read] : [])));
}

/** An origin (BIP-380) begins with the fingerprint of a master key, the purpose, and the coin. */
const accountPath = /\[[0-9a-fA-F]{8}\/\d{1,9}['hH’]\/(\d{1,9})['hH’]/;

/** Whether it is a valid key that only lacks its script or its first address. */
function isOpen(read: ReadKey | Refusal): boolean {
  return isRefusal(read) && (read.code === 'script_required' || read.code === 'several_accounts');
}

function found(kind: 'address' | 'xpub', networks: readonly ReadNetwork[], open: ReadonlySet<ReadNetwork>): Recognised {
  return {
    kind,
    belongsTo: [...new Set(networks.map(({ codec }) => codec.title))],
    networks: networks.map((one) => ({
      symbol: one.identity.symbol,
      scripts: open.has(one) ? (one.wallets.keyScripts?.(one.identity) ?? []) : [],
    })),
    problems: [],
  };
}

function unknown(problems: readonly Refusal[]): Recognised {
  return { kind: null, belongsTo: [], networks: [], problems };
}

/** Problems that only say that the text is something else. */
const saysNothing = new Set(['not_an_address', 'not_an_extended_key']);

/** Each refusal once. `other_network` is left out if there is another one. */
function informativeOnes(refusals: readonly Refusal[]): Refusal[] {
  const informative = refusals.filter(({ code }) => !saysNothing.has(code));
  const own = informative.filter(({ code }) => code !== 'other_network');
  const byText = new Map((own.length > 0 ? own : informative).map((one) => [`${one.code} ${one.message}`, one]));
  return [...byText.values()];
}

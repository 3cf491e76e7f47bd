// The codecs of all chain families. A new family needs a folder here, and a line in this file, in keys/wallet-codecs.ts
// and in readers.ts.
import type { FactsOf } from '../../core/config/family-facts.ts';
import { type FamilyName, families } from '../../core/config/network-entry.ts';
import { type Codec, isRefusal, type NetworkIdentity, type Refusal } from './codec.ts';
import { evmCodec } from './evm/codec.ts';
import { svmFacts } from './svm/facts.ts';
import { tronCodec } from './tron/codec.ts';
import { utxoCodec } from './utxo/codec.ts';

const codecs = new Map<FamilyName, Codec>([evmCodec, tronCodec, utxoCodec].map((codec) => [codec.name, codec]));

/** For a rail without blocks, which `addRail` adds as a whole. Returns what removes it again. */
export function addCodec(codec: Codec): () => void {
  codecs.set(codec.name, codec);
  return () => codecs.delete(codec.name);
}

const unread = { SVM: svmFacts };

/** The codec of the family with this name. Throws for a family without a reader; its networks are never available. */
export function codecOf(name: FamilyName): Codec {
  const codec = codecs.get(name);
  if (codec === undefined) throw new Error(`no chain of the family ${name} can be read yet`);
  return codec;
}

/** The facts of a family, including families without a reader. */
export const factsOf: FactsOf = (name) => codecs.get(name) ?? unread[name as keyof typeof unread];

/** The families that use the same addresses on all of their networks. */
export const addressSharingFamilies: readonly FamilyName[] = families.filter((name) => factsOf(name).addressesShared);

export function isReadable(name: FamilyName): boolean {
  return codecs.has(name);
}

/**
 * Whether addresses of a network can be read and derived. They cannot if the family has several chains and the
 * network's one was never recorded.
 */
export function readsAddresses(name: FamilyName, { params }: Pick<NetworkIdentity, 'params'>): boolean {
  return isReadable(name) && (params !== null || factsOf(name).chainNames.length === 0);
}

/** Reads an address of this family. An address of another family is rejected with the name of its network. */
export function readAddressOf(
  name: FamilyName,
  text: string,
  network: NetworkIdentity,
): { readonly canonical: string } | Refusal {
  const read = codecOf(name).readAddress(text, network);
  if (!isRefusal(read)) return read;
  for (const [other, codec] of codecs) {
    const owner = other === name ? null : (codec.ownerOf?.(text) ?? null);
    if (owner !== null)
      return {
        code: 'other_network',
        message:
          `This is an address of ${owner}, not of ${network.symbol}: ` +
          'what is sent to it there does not arrive here.',
      };
  }
  return read;
}

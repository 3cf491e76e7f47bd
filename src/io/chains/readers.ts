// Opens chains for reading, by family. Code that needs only addresses, keys or links uses codecs.ts, which loads no
// reader.
import type { FamilyName } from '../../core/config/network-entry.ts';
import type { Chain, NetworkFacts, OpenChain, ReaderLog } from './chain.ts';
import { openEvmChain } from './evm/chain.ts';
import { openTronChain } from './tron/chain.ts';
import { openUtxoChain } from './utxo/chain.ts';

const readers: Readonly<Partial<Record<FamilyName, OpenChain>>> = {
  EVM: openEvmChain,
  TRON: openTronChain,
  UTXO: openUtxoChain,
};

/** A reader of this network's chain. Throws for a family without one; its networks are never available. */
export function openChain(family: FamilyName, network: NetworkFacts, log: ReaderLog): Chain {
  if (network.testChain !== undefined) return network.testChain();
  const open = readers[family];
  if (open === undefined) throw new Error(`no chain of the family ${family} can be read yet`);
  return open(network, log);
}

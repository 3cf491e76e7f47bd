// The rails without blocks that there are, by their family.
import type { FamilyName } from '../../../core/config/network-entry.ts';
import type { NetworkFacts, ReaderLog } from '../chain.ts';
import { addCodec } from '../codecs.ts';
import { addWalletCodec } from '../keys/wallet-codecs.ts';
import type { BlocklessRail, OpenRail, RailFamily } from './rail.ts';

const rails = new Map<FamilyName, OpenRail>();

/** Adds a rail, in each thread before its configuration is read. Returns what removes it again. */
export function addRail({ codec, wallets, open }: RailFamily): () => void {
  if (codec.isBlockless !== true) throw new Error(`networks of the family ${codec.name} have blocks`);
  const removeCodec = addCodec(codec);
  addWalletCodec(codec.name, wallets);
  rails.set(codec.name, open);
  return () => {
    removeCodec();
    rails.delete(codec.name);
  };
}

/** Throws for a family that is no rail without blocks. */
export function openRail(family: FamilyName, network: NetworkFacts, log: ReaderLog): BlocklessRail {
  const open = rails.get(family);
  if (open === undefined) throw new Error(`the family ${family} is no rail without blocks`);
  return open(network, log);
}

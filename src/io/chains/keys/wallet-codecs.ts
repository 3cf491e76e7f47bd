// The wallet codecs of the chain families. They are separate because making and following payments does not need them.
import type { FamilyName } from '../../../core/config/network-entry.ts';
import { evmWalletCodec, tronWalletCodec } from '../accounts/wallets/wallet-codecs.ts';
import type { WalletCodec } from '../codec.ts';
import { utxoWalletCodec } from '../utxo/wallet-codec.ts';

const codecs = new Map<FamilyName, WalletCodec>([
  ['EVM', evmWalletCodec],
  ['TRON', tronWalletCodec],
  ['UTXO', utxoWalletCodec],
]);

/** For a rail without blocks, which `addRail` adds as a whole. */
export function addWalletCodec(name: FamilyName, codec: WalletCodec): void {
  codecs.set(name, codec);
}

/** What the family of this name knows of its wallets. Throws for one that has no reader yet. */
export function walletCodecOf(name: FamilyName): WalletCodec {
  const codec = codecs.get(name);
  if (codec === undefined) throw new Error(`no wallet of the family ${name} can be read yet`);
  return codec;
}

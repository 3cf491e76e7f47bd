// What each chain family knows of wallets: whoever only makes payments, or follows them, needs none of it.
import type { FamilyName } from '../../../core/config/network-entry.ts';
import { evmWalletCodec, tronWalletCodec } from '../accounts/wallets/wallet-codecs.ts';
import type { WalletCodec } from '../codec.ts';
import { utxoWalletCodec } from '../utxo/wallet-codec.ts';

const codecs: ReadonlyMap<FamilyName, WalletCodec> = new Map<FamilyName, WalletCodec>([
  ['EVM', evmWalletCodec],
  ['TRON', tronWalletCodec],
  ['UTXO', utxoWalletCodec],
]);

/** What the family of this name knows of its wallets. Throws for one that has no reader yet. */
export function walletCodecOf(name: FamilyName): WalletCodec {
  const codec = codecs.get(name);
  if (codec === undefined) throw new Error(`no wallet of the family ${name} can be read yet`);
  return codec;
}

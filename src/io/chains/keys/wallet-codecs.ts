// The wallet codecs of the chain families. They are separate because making and following payments does not need them.
import type { FamilyName } from '../../../core/config/network-entry.ts';
import { evmWalletCodec, tronWalletCodec } from '../accounts/wallets/wallet-codecs.ts';
import type { WalletCodec } from '../codec.ts';
import { utxoWalletCodec } from '../utxo/wallet-codec.ts';

const codecs: ReadonlyMap<FamilyName, WalletCodec> = new Map<FamilyName, WalletCodec>([
  ['EVM', evmWalletCodec],
  ['TRON', tronWalletCodec],
  ['UTXO', utxoWalletCodec],
]);

/** The wallet codec of the family with this name. Throws for a family without one. */
export function walletCodecOf(name: FamilyName): WalletCodec {
  const codec = codecs.get(name);
  if (codec === undefined) throw new Error(`no wallet of the family ${name} can be read yet`);
  return codec;
}
